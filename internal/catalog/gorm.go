package catalog

// gorm.io/gorm. A *gorm.DB carries the context of its statements, the empty
// one unless WithContext was called; chain methods hand it on. Session may set
// another one. The functions that Transaction, Connection, FindInBatches and
// Scopes are handed get a *gorm.DB of which nothing is known.

var gormCalls = []Call{
	{Pkg: "gorm.io/gorm", Recv: "DB", Names: "Count Create CreateInBatches Delete Exec Find FindInBatches First FirstOrCreate FirstOrInit Last Pluck Row Rows Save Scan Take Update UpdateColumn UpdateColumns Updates", Kind: SQL, Carrier: "gorm.io/gorm.DB", Variant: "WithContext before %s", Unknown: Unbounded, Source: "gorm.io/gorm@v1.31.2 gorm.go:238"},
	// The generic interface takes a context with each call.
	{Pkg: "gorm.io/gorm", Recv: "*Interface", Names: "*", Kind: SQL, Unknown: Unbounded, Source: "gorm.io/gorm@v1.31.2 generics.go:114"},
}

var gormCarriers = []Carrier{
	{
		Type:   "gorm.io/gorm.DB",
		Empty:  []string{"gorm.io/gorm.Open"},
		Takes:  []string{"(*gorm.io/gorm.DB).WithContext"},
		Chain:  true,
		Opaque: []string{"(*gorm.io/gorm.DB).Scopes", "(*gorm.io/gorm.DB).Session"},
		Bare:   true,
		Source: "gorm.io/gorm@v1.31.2 gorm.go:363",
	},
}
