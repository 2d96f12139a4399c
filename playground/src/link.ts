// A text as the fragment of a link: nothing of it is sent to any server.

const through = async (bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> => {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as TransformStream<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(piped as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
};

const START = '#text=';

/** The fragment that carries a text. */
export async function toFragment(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const binary = Array.from(bytes, (it) => String.fromCharCode(it)).join('');
  return START + btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** The text that a fragment carries; nothing where it carries none. */
export async function fromFragment(fragment: string): Promise<string | undefined> {
  if (!fragment.startsWith(START)) return undefined;
  try {
    const binary = atob(fragment.slice(START.length).replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = Uint8Array.from(binary, (it) => it.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
  } catch {
    return undefined;
  }
}
