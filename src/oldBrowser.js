/*
 * Shows a message instead of a broken page in browsers that cannot run the site. Every browser has
 * to parse this file, so it is written in ES5 and served without compilation. It runs before the
 * modules, and marks the page with `data-page="old"` so that they do nothing.
 * The features tested here are the ones listed in src/lib/browserVersions.ts.
 */
(function (texts) {
  var root = document.documentElement;

  function canRunSite() {
    try {
      return (
        "noModule" in document.createElement("script") &&
        "CSSLayerBlockRule" in window &&
        CSS.supports("selector(:has(a))") &&
        CSS.supports("height", "1dvh") &&
        "at" in Array.prototype &&
        "hasOwn" in Object &&
        "throwIfAborted" in AbortSignal.prototype
      );
    } catch (error) {
      return false;
    }
  }

  function element(name, text, style) {
    var made = document.createElement(name);
    made.appendChild(document.createTextNode(text));
    made.style.cssText = style;
    return made;
  }

  function show() {
    var text = texts[root.lang === "hi" ? "hi" : "en"];
    var main = element(
      "div",
      "",
      "max-width:34em;margin:0 auto;padding:3em 1.5em;font:18px/1.5 sans-serif"
    );
    main.setAttribute("role", "main");
    main.appendChild(element("h1", text.title, "line-height:1.2"));
    main.appendChild(element("p", text.reason, ""));
    main.appendChild(element("p", text.browsers, ""));
    document.body.innerHTML = "";
    document.body.style.cssText = "margin:0;background:#f5ead3;color:#1d150c";
    document.body.appendChild(main);
  }

  if (canRunSite()) return;
  root.setAttribute("data-page", "old");
  // Browsers without `defer` run this script before the body exists.
  if (document.body) show();
  else window.onload = show;
})("TEXTS");
