module example.com/editor

go 1.25.0
