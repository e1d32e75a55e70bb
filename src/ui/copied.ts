/** The browser's clipboard. Pages without the app's toasts use it by itself, and say a refusal where they copy. */

/** Returns whether the browser copied: it refuses without a tap, and outside https. */
export async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
