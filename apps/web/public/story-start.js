// Runs before the first paint, so that the article of a story, which its page is without a script, does not flash before the
// player. Where the player does not come, because it can't be loaded or because the browser does not understand it, the
// article is shown after all.
(function () {
  var LONGEST_ms = 3000;
  var root = document.documentElement;
  root.setAttribute('data-player', 'opening');
  function showArticle() {
    if (root.getAttribute('data-player') === 'opening') root.removeAttribute('data-player');
  }
  addEventListener('error', showArticle, true);
  setTimeout(showArticle, LONGEST_ms);
})();
