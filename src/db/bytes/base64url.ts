/** Bytes as text: base64url without padding, as addresses, JSON and the server take it. */

/** In parts: a call takes no hundred thousand arguments. */
const PART = 8192

export function toText(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += PART)
    text += String.fromCharCode(...bytes.subarray(at, at + PART))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Takes base64, too. Throws for what is neither. */
export function fromText(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(bytes, (letter) => letter.charCodeAt(0))
}
