// The page of the panel: shows the picture that the extension sends, at the size the reader likes.

const vscode = acquireVsCodeApi();
const picture = document.getElementById('picture');
const message = document.getElementById('message');
const solution = document.getElementById('solution');
const zoom = document.getElementById('zoom');

const ask = () => vscode.postMessage({ withSolution: solution.checked });
solution.addEventListener('change', ask);

// At rest the picture has its natural size, or fits into the panel as long as it can be read.
const READABLE = 0.5;
function resize() {
  const svg = picture.querySelector('svg');
  if (!svg) return;
  const { width, height } = svg.viewBox.baseVal;
  const fitting = Math.min(1, picture.clientWidth / width, picture.clientHeight / height);
  svg.style.width = `${width * Math.max(READABLE, fitting) * 2 ** Number(zoom.value)}px`;
}
zoom.addEventListener('input', resize);
window.addEventListener('resize', resize);
picture.addEventListener('wheel', (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  zoom.value = Number(zoom.value) - Math.sign(event.deltaY) * 0.25;
  resize();
});

window.addEventListener('message', ({ data }) => {
  document.body.classList.toggle('busy', Boolean(data.isBusy));
  if (data.isBusy || data.isKept) return;
  // A picture knows dark surroundings by the system's wish; here the theme decides.
  const svg = data.svg?.replace('@media (prefers-color-scheme: dark)', '.dark');
  if (svg || data.isCleared) picture.innerHTML = svg ?? '';
  picture.classList.toggle('old', !svg);
  message.textContent = data.message ?? '';
  resize();
});

function followTheme() {
  const { classList } = document.body;
  const isDark = classList.contains('vscode-dark') || (classList.contains('vscode-high-contrast') && !classList.contains('vscode-high-contrast-light'));
  picture.classList.toggle('dark', isDark);
}
new MutationObserver(followTheme).observe(document.body, { attributeFilter: ['class'] });
followTheme();

// What was sent before this page listened is lost, so it asks for its first picture.
ask();
