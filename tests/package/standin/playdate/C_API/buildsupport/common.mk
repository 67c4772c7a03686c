# common.mk - in place of the Playdate SDK's: objects of SRC, found by VPATH, with UDEFS and UINCDIR;
# one shared object, as for its simulator.
OBJDIR := build
OBJECTS := $(addprefix $(OBJDIR)/,$(SRC:.c=.o))
$(OBJDIR)/pdex.so: $(OBJECTS)
	$(CC) -shared -o $@ $^
$(OBJDIR)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(UCFLAGS) $(UDEFS) -fPIC $(addprefix -I,$(UINCDIR) $(SDK)/C_API) -c -o $@ $<
