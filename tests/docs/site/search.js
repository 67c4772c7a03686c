/* search.js - the search of the site, by lunr, with the index that search_index.py has made.
 * The index is a script and not data: a browser that shows pages of a folder (file:) lets a page
 * load scripts of that folder and nothing else. Only the page of results loads it. */
(function () {
    "use strict";
    var box = document.getElementById("mkdocs-search-query");
    var list = document.getElementById("mkdocs-search-results");
    if (!box || !list) return;

    function load(file, next) {
        var script = document.createElement("script");
        script.src = base_url.replace(/\/$/, "") + "/search/" + file;
        script.onload = next;
        script.onerror = function () {
            list.textContent = "The index of the search is missing: make site.";
        };
        document.head.appendChild(script);
    }

    /* As reader.py asks: signs that mean something to lunr are spaces. A last word that is not found
     * may be the beginning of one. */
    function found(index, text) {
        var words = text.replace(/[:~^+*-]/g, " ").trim();
        var answers = words ? index.search(words) : [];
        return answers.length || !words ? answers : index.search(words + "*");
    }

    function show(answers) {
        list.textContent = answers.length ? "" : "Nothing found.";
        var shown = {};
        answers.slice(0, 50).forEach(function (answer) {
            var page = siteSearch.pages[answer.ref];
            /* A page and its first section have one title: the better of both is enough. */
            var name = page.location.split("#")[0] + " " + page.title;
            if (shown[name]) return;
            shown[name] = true;
            var article = document.createElement("article");
            var heading = article.appendChild(document.createElement("h3"));
            var link = heading.appendChild(document.createElement("a"));
            link.href = page.location;
            link.textContent = page.title;
            article.appendChild(document.createElement("p")).textContent = page.text;
            list.appendChild(article);
        });
    }

    var asked = new URLSearchParams(window.location.search).get("q");
    if (asked) box.value = asked;
    load("lunr.js", function () {
        load("index.js", function () {
            var index = lunr.Index.load(siteSearch.index);
            var again = function () {
                show(found(index, box.value));
            };
            box.addEventListener("input", again);
            again();
        });
    });
})();
