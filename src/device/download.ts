/** Saves bytes as a file of the device. */
export function download(bytes: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  // The browser reads the URL after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
