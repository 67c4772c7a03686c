# binding.mk - packages of pawl for Lua; included by bindings.mk.
.PHONY: package-luarocks package-love luarocks-check love-check

# LuaJIT gets no records by value: callbacks with some go through functions that the library has here.
binding-lua: build/bindings/lua/libpawl.so
build/bindings/lua/callbacks.c: build/bindings/lua/made
build/bindings/lua/callbacks.o: build/bindings/lua/callbacks.c $(B)/flags
	$(compiles)$(CC) $(LIB_FLAGS) -c -o $@ $<
build/bindings/lua/libpawl.so: $(INSTALLED_OBJECTS) $(B)/obj/port/bindings/exports.o build/bindings/lua/callbacks.o
	$(links)$(CC) -shared -Wl,-soname,libpawl.so $(LINK_FLAGS) -o $@ $^

package-luarocks: binding-lua build/single/full/pawl.c ## build/package/luarocks: the binding and the library's source as a rock
	@port/bindings/lua/package.sh luarocks $(VERSION)
package-love: binding-lua ## build/package/love: a game for LÖVE with the binding beside it
	@port/bindings/lua/package.sh love $(VERSION)
luarocks-check: package-luarocks ## the rock is built and installed, and hello is run from there
	@tests/support/deps.sh cross liblua5.1-0-dev luajit luarocks
	@tests/bindings/package_lua.sh luarocks
love-check: package-love ## the game in LÖVE itself, on a screen in memory
	@tests/support/deps.sh cross love luajit xauth xvfb
	@tests/bindings/package_lua.sh love
