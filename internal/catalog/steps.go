package catalog

import (
	"go/types"
	"strings"
)

// modelNames are methods by which programs and frameworks ask a language model
// for the next turn. They are names of interfaces: langchaingo's
// llms.Model.GenerateContent (github.com/tmc/langchaingo@v0.1.14
// llms/llms.go:Model), eino's model.BaseChatModel.Generate
// (github.com/cloudwego/eino@v0.7.13 components/model/interface.go), go-openai's
// CreateChatCompletion, Anthropic's Messages.New, Genkit's Generate, and what
// programs call their own.
var modelNames = map[string]bool{
	"GenerateContent": true, "Generate": true, "CreateChatCompletion": true, "CreateMessage": true, "Complete": true, "Completion": true,
	"Chat": true, "ChatCompletion": true, "CreateCompletion": true, "GenerateText": true, "SendMessage": true, "Plan": true,
}

// modelServices are types whose New asks a model.
var modelServices = map[string]bool{
	anthropics + ".MessageService": true, anthropics + ".BetaMessageService": true,
	openaiPkg + ".ChatCompletionService": true, openaiPkg + "/responses.ResponseService": true,
}

// Model reports whether a function asks a language model for its next turn.
func Model(fn *types.Func) bool {
	if fn == nil || ContextParam(fn.Signature()) != 0 || fn.Signature().Recv() == nil {
		return false
	}
	if fn.Name() == "New" {
		return modelServices[TypeName(fn.Signature().Recv().Type())]
	}
	return modelNames[fn.Name()]
}

// Stage reports whether an interface's method runs a step of a plan: it takes a
// context and is called what such methods are called.
func Stage(fn *types.Func) bool {
	if ContextParam(fn.Signature()) != 0 {
		return false
	}
	for _, n := range [...]string{"Run", "Execute", "Do", "Call", "Invoke", "Apply", "Step", "Process", "Handle"} {
		if strings.HasPrefix(fn.Name(), n) {
			return true
		}
	}
	return false
}
