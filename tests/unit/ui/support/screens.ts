/** The app's screens as they are written, for rules that all of them keep. */
import { globSync, readFileSync } from 'node:fs'

const ROOT = new URL('../../../../', import.meta.url).pathname

export const screens = globSync('src/**/*.tsx', { cwd: ROOT }).map((path) => ({
  path,
  text: readFileSync(ROOT + path, 'utf8'),
}))

/** Where the opening tag that begins before `from` ends: at its `>` outside all braces. */
function endOfTag(text: string, from: number): number {
  let depth = 0
  for (let place = from; place < text.length; place++) {
    if (text[place] === '{') depth++
    else if (text[place] === '}') depth--
    else if (text[place] === '>' && depth === 0) return place
  }
  return text.length
}

/** Each element of this name: its properties as they are written, and what stands inside it. */
export function elements(name: string): readonly { path: string; props: string; words: string }[] {
  return screens.flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(`<${name}\\s`, 'g'))].map(({ index }) => {
      const end = endOfTag(text, index)
      const closed = text[end - 1] === '/' ? end : text.indexOf(`</${name}>`, end)
      return { path, props: text.slice(index, end), words: text.slice(end + 1, closed).trim() }
    }),
  )
}
