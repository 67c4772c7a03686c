/* extra.js - what the theme looks for as js/theme_extra.js: the menu shows the page that is open. */
(function () {
    "use strict";
    var open = document.querySelector(".wy-menu-vertical li.current > a.current");
    var side = document.querySelector(".wy-side-scroll");
    if (open && side) side.scrollTop = Math.max(0, open.offsetTop - side.clientHeight / 2);
})();
