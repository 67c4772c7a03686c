# ports.mk - what is made for boards and emulators; included by the Makefile.

.PHONY: targets portcheck

targets: ## what TARGET can be, with its port
	@$(foreach name,$(ALL_TARGETS),printf '%-18s port/%s\n' $(name) $(TARGET_PORT.$(name));)

portcheck: $(B)/portcheck ## does TARGET compute what every other machine computes?
	$(RUN) $(B)/portcheck
