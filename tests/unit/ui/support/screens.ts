/** The source of the app's screens, for rules that all screens must follow. */
import { globSync, readFileSync } from 'node:fs'

const ROOT = new URL('../../../../', import.meta.url).pathname

export const screens = globSync('src/**/*.tsx', { cwd: ROOT }).map((path) => ({
  path,
  text: readFileSync(ROOT + path, 'utf8'),
}))

/** Returns the index of the `>` outside all braces that ends the opening tag before `from`. */
function endOfTag(text: string, from: number): number {
  let depth = 0
  for (let place = from; place < text.length; place++) {
    if (text[place] === '{') depth++
    else if (text[place] === '}') depth--
    else if (text[place] === '>' && depth === 0) return place
  }
  return text.length
}

/** Returns each element of this name with the source of its properties (`props`) and its content (`words`). */
export function elements(name: string): readonly { path: string; props: string; words: string }[] {
  return screens.flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(`<${name}\\s`, 'g'))].map(({ index }) => {
      const end = endOfTag(text, index)
      const closed = text[end - 1] === '/' ? end : text.indexOf(`</${name}>`, end)
      return { path, props: text.slice(index, end), words: text.slice(end + 1, closed).trim() }
    }),
  )
}
