// Keeps the files of the page, so that it works without a network once it was loaded. What lies on the
// server goes first, so that nobody is kept on an old version.

/// <reference lib="webworker" />
const scope = self as unknown as ServiceWorkerGlobalScope;
const KEPT = 'puzzle';
const FILES = ['./', 'index.html', 'style.css', 'main.js', 'worker.js', 'puzzle.wasm', 'examples.json', 'lessons.html'];

scope.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)).then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== scope.location.origin) return;
  const fresh = fetch(request).then(async (response) => {
    if (response.ok) await (await caches.open(KEPT)).put(request, response.clone());
    return response;
  });
  const kept = async () => (await caches.match(request, { ignoreSearch: true })) ?? Response.error();
  event.respondWith(fresh.catch(kept));
});

export {};
