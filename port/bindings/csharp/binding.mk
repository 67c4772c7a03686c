# binding.mk - packages of pawl for C#; included by bindings.mk.
.PHONY: package-nuget package-unity
package-nuget package-unity: package-%: binding-csharp build/bindings/libpawl.so
	@tests/support/deps.sh cross $(shell cat port/bindings/csharp/packages)
	@python3 -B port/bindings/csharp/package.py $* $(VERSION) build/package/$*
package-nuget: ## build/package/nuget: pawl for C#, and pawl.VERSION.nupkg of it
package-unity: ## build/package/unity: pawl as a package for Unity
