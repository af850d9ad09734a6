#!/usr/bin/env bash
# Opens a report in headless Chromium and fails on a console error, a request to the network, or a missing or broken picture.
#   scripts/check_report.sh REPORT.html [SCREENSHOT.png]      the screenshot is kept (default: beside the report)
# Chromium is installed first when it is absent and we are root (Debian).
set -euo pipefail

fail() { echo "check_report: $*" >&2; exit 1; }
[ $# -ge 1 ] || fail "usage: scripts/check_report.sh REPORT.html [SCREENSHOT.png]"
report=$(realpath "$1")
[ -s "$report" ] || fail "$1: no such report"
screenshot=$(realpath -m "${2:-${report%.html}.png}")

chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -z "$chromium" ]; then
  [ "$(id -u)" = 0 ] || fail "chromium is not installed: apt-get install chromium"
  apt-get install -y -qq --no-install-recommends chromium >/dev/null || fail "cannot install chromium"
  chromium=$(command -v chromium)
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# A copy with a script that looks at the page after it has loaded, as a reader would see it, and tries the interaction.
cat >"$scratch/probe.html" <<'HTML'
<script>
window.addEventListener('load', function () {
  const pictures = Array.from(document.querySelectorAll('figure svg'));
  const broken = pictures.filter(function (svg) {
    const box = svg.getBoundingClientRect();
    return box.width < 200 || box.height < 100 || !svg.querySelector('g[id*="_plot_"]') || !svg.getAttribute('data-panels');
  }).length + Array.from(document.images).filter(function (image) { return !image.naturalWidth; }).length;
  const empty = document.querySelectorAll('figure:not(:has(svg, img))').length;
  let keys = 0, dead = 0, silent = 0;
  pictures.forEach(function (svg) {
    const groups = svg.querySelectorAll('g[id*="_plot_"]');
    JSON.parse(svg.getAttribute('data-panels')).forEach(function (panel) {
      panel.curves.forEach(function (curve) {
        if (curve.key < 0 || curve.line < 0) return;
        ++keys;
        groups[curve.key].dispatchEvent(new MouseEvent('click'));
        if (groups[curve.line].style.display !== 'none') ++dead;
        groups[curve.key].dispatchEvent(new MouseEvent('click'));
        if (groups[curve.line].style.display === 'none') ++dead;
      });
      const middle = new DOMPoint((panel.box[0] + panel.box[2]) / 2, (panel.box[1] + panel.box[3]) / 2).matrixTransform(svg.getScreenCTM());
      svg.dispatchEvent(new MouseEvent('mousemove', {clientX: middle.x, clientY: middle.y}));
      if (!/x = .*y = /.test(svg.lastElementChild.textContent)) ++silent;
      svg.dispatchEvent(new MouseEvent('mouseleave'));
    });
  });
  const ids = Array.from(document.querySelectorAll('[id]')).map(function (element) { return element.id; });
  console.log('PROBE pictures=' + pictures.length + ' broken=' + broken + ' empty=' + empty + ' keys=' + keys + ' dead=' + dead +
              ' silent=' + silent + ' duplicates=' + (ids.length - new Set(ids).size) + ' height=' + document.documentElement.scrollHeight);
});
</script>
HTML
cat "$report" "$scratch/probe.html" >"$scratch/report.html"

browse() {  # console messages of the page on standard output; the network is cut off
  timeout 120 "$chromium" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --user-data-dir="$scratch/profile" \
    --enable-logging=stderr --log-level=0 --proxy-server=127.0.0.1:9 --virtual-time-budget=10000 "$@" 2>&1 | grep -a 'CONSOLE' || true
}

messages=$(browse --window-size=1100,1000 --dump-dom "file://$scratch/report.html")
probe=$(grep -ao 'PROBE [^"]*' <<<"$messages" | head -n 1) || fail "$1: the page did not load"
others=$(grep -av 'PROBE' <<<"$messages" || true)
[ -z "$others" ] || fail "$1: console: $others"
number() { grep -o "$1=[0-9]*" <<<"$probe" | cut -d= -f2; }
for fault in broken empty dead silent duplicates; do
  [ "$(number $fault)" = 0 ] || fail "$1: $fault: $(number $fault) ($probe)"
done
if grep -Eaq '(src|href)=["'"'"'](https?:)?//|url\(["'"'"']?https?:' "$report"; then fail "$1: refers to the network"; fi
height=$(number height)
browse --window-size=1100,$((height < 16000 ? height : 16000)) --screenshot="$screenshot" "file://$report" >/dev/null
[ -s "$screenshot" ] || fail "$1: no screenshot"
echo "check_report: $1: $(number pictures) pictures, $(number keys) key entries that toggle, no console message; $screenshot"
