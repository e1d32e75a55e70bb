/** The help pages of docs/ajuda, in a file of the app: the service worker keeps it, so they open without a network. */
import { helpIndex } from '../domain/assistant/help-index.ts'
import { parsePage } from '../domain/assistant/help-page.ts'

const files = import.meta.glob<string>('../../docs/ajuda/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

export const HELP = helpIndex(
  Object.entries(files)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, text]) => parsePage(nameOf(path), text)),
)
