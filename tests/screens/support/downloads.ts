/** The files that a mounted screen saves. The page has no folder for them: they are kept here. */
import { onTestFinished, vi } from 'vitest'

interface SavedFile {
  readonly name: string
  readonly text: () => Promise<string>
  readonly bytes: () => Promise<Uint8Array>
}

/** Returns the list that each saved file joins until the test ends. */
export function savedFiles(): SavedFile[] {
  const files: SavedFile[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const { download: name, href } = this
    files.push({
      name,
      text: async () => (await fetch(href)).text(),
      bytes: async () => new Uint8Array(await (await fetch(href)).arrayBuffer()),
    })
  })
  onTestFinished(() => click.mockRestore())
  return files
}
