// Package gorm: the handle carries the context, the empty one until
// WithContext.
package gorm

import (
	"context"
	"time"

	"gorm.io/gorm"
)

type user struct{ Name string }

type repo struct{ db *gorm.DB }

func (r *repo) first() (u user, err error) {
	err = r.db.First(&u).Error // want `\(nodeadline/sql\)`
	return u, err
}

func (r *repo) chain() (us []user, err error) {
	err = r.db.Model(&user{}).Where("name = ?", "a").Order("name").Find(&us).Error // want `\(nodeadline/sql\)`
	return us, err
}

func (r *repo) dropped(ctx context.Context) (u user, err error) {
	err = r.db.Where("name = ?", "a").First(&u).Error // want `\(nodeadline/dropped\)`
	return u, err
}

func (r *repo) caller(ctx context.Context) (u user, err error) {
	err = r.db.WithContext(ctx).Where("name = ?", "a").First(&u).Error
	return u, err
}

func (r *repo) nothing() error {
	return r.db.WithContext(context.Background()).Save(&user{}).Error // want `\(nodeadline/sql\)`
}

func (r *repo) inTime() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return r.db.WithContext(ctx).Save(&user{}).Error
}

func (r *repo) session(ctx context.Context) error {
	return r.db.Session(&gorm.Session{Context: ctx}).Save(&user{}).Error
}

func (r *repo) transaction(ctx context.Context) error {
	return r.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		return tx.Create(&user{}).Error // the handle of the transaction
	})
}

func given(db *gorm.DB) error {
	return db.Create(&user{}).Error // its caller may have given it a context
}

func opened(d gorm.Dialector) error {
	db, err := gorm.Open(d)
	if err != nil {
		return err
	}
	return db.Create(&user{}).Error // want `\(nodeadline/sql\)`
}

func fromContext(ctx context.Context, handles func(context.Context) *gorm.DB) error {
	return handles(ctx).Create(&user{}).Error // the helper may have given it a context
}

func generic(db *gorm.DB) (user, error) {
	return gorm.G[user](db).Where("name = ?", "a").First(context.Background()) // want `\(nodeadline/sql\)`
}

func genericCaller(ctx context.Context, db *gorm.DB) (user, error) {
	return gorm.G[user](db).Where("name = ?", "a").First(ctx)
}

var _ = []any{
	(*repo).first, (*repo).chain, (*repo).dropped, (*repo).caller, (*repo).nothing, (*repo).inTime, (*repo).session, (*repo).transaction,
	given, opened, fromContext, generic, genericCaller,
}
