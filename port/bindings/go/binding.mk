# binding.mk - Go: a module with the C sources inside, which cgo compiles.
GO_FOLDER := build/package/go
.PHONY: package-go
build/bindings/go/made: $(wildcard port/bindings/go/*/*)
package-go: $(GO_FOLDER)/made ## build/package/go: a module for Go
$(GO_FOLDER)/made: build/bindings/go/made build/single/full/pawl.c LICENSE tests/bindings/test_go.go
	@mkdir -p $(GO_FOLDER)
	@cp -r build/bindings/go/. build/single/full/pawl.c build/single/full/pawl.h LICENSE $(GO_FOLDER)
	@cp tests/bindings/test_go.go $(GO_FOLDER)/language_test.go
	@touch $@
binding-go: package-go
