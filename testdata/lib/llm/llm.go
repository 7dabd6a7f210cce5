// Package llm: clients of language models, which have a limit only if an
// option, or the library, says so.
package llm

import (
	"context"
	"net/http"
	"time"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	goopenai "github.com/sashabaranov/go-openai"
)

func ask() (*openai.ChatCompletion, error) {
	c := openai.NewClient(option.WithAPIKey("k"))
	return c.Chat.Completions.New(context.Background(), openai.ChatCompletionNewParams{}) // want `\(nodeadline/http\)`
}

func askClientLimit() (*openai.ChatCompletion, error) {
	c := openai.NewClient(option.WithAPIKey("k"), option.WithRequestTimeout(time.Minute))
	return c.Chat.Completions.New(context.Background(), openai.ChatCompletionNewParams{})
}

func askHTTPClient() (*openai.ChatCompletion, error) {
	c := openai.NewClient(option.WithHTTPClient(&http.Client{Timeout: time.Minute}))
	return c.Chat.Completions.New(context.Background(), openai.ChatCompletionNewParams{})
}

func askCallLimit() (*openai.ChatCompletion, error) {
	c := openai.NewClient(option.WithAPIKey("k"))
	return c.Chat.Completions.New(context.Background(), openai.ChatCompletionNewParams{}, option.WithRequestTimeout(time.Minute))
}

func askCaller(ctx context.Context) (*openai.ChatCompletion, error) {
	c := openai.NewClient()
	return c.Chat.Completions.New(ctx, openai.ChatCompletionNewParams{})
}

func askGiven(c *openai.Client) (*openai.ChatCompletion, error) {
	return c.Chat.Completions.New(context.Background(), openai.ChatCompletionNewParams{}) // a client of unknown making
}

func stream() error {
	c := openai.NewClient()
	s := c.Chat.Completions.NewStreaming(context.Background(), openai.ChatCompletionNewParams{})
	return s.Close()
}

func askOld() (goopenai.ChatCompletionResponse, error) {
	return goopenai.NewClient("k").CreateChatCompletion(context.Background(), goopenai.ChatCompletionRequest{}) // want `\(nodeadline/http\)`
}

func askOldLimit() (goopenai.ChatCompletionResponse, error) {
	cfg := goopenai.DefaultConfig("k")
	cfg.HTTPClient = &http.Client{Timeout: time.Minute}
	return goopenai.NewClientWithConfig(cfg).CreateChatCompletion(context.Background(), goopenai.ChatCompletionRequest{})
}

func askOldCaller(ctx context.Context) (goopenai.ChatCompletionResponse, error) {
	return goopenai.NewClient("k").CreateChatCompletion(ctx, goopenai.ChatCompletionRequest{})
}

func message() (*anthropic.Message, error) {
	c := anthropic.NewClient()
	return c.Messages.New(context.Background(), anthropic.MessageNewParams{}) // 10 minutes by default
}

func models() error {
	c := anthropic.NewClient()
	_, err := c.Models.List(context.Background(), anthropic.ModelListParams{}) // want `\(nodeadline/http\)`
	return err
}

var _ = []any{ask, askClientLimit, askHTTPClient, askCallLimit, askCaller, askGiven, stream, askOld, askOldLimit, askOldCaller, message, models}
