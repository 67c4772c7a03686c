# ports.mk - what is made for boards and emulators; included by the Makefile.

.PHONY: targets portcheck portcheck-reference portcheck-answers

targets: ## what TARGET can be, with its port
	@$(foreach name,$(TARGETS),printf '%-18s port/%s\n' $(name) $(TARGET_PORT.$(name));)

portcheck: $(B)/portcheck ## does TARGET compute what every other machine computes?
	$(RUN) $(B)/portcheck

# What portcheck compares with. Never part of a check.
portcheck-answers: ## rewrite port/portcheck/answers.h from exact integers
	python3 -B port/portcheck/answers.py >$(B)/answers.h
	mv $(B)/answers.h port/portcheck/answers.h

portcheck-reference: $(B)/portcheck-reference ## rewrite port/portcheck/reference.h
	$(B)/portcheck-reference >$(B)/reference.h || { cat $(B)/reference.h; false; }
	mv $(B)/reference.h port/portcheck/reference.h
