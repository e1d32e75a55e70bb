/** The blocks of a Markdown text: parts between blank lines that can be drawn one without the other. */

const FENCE = /^\s*(?:```|~~~)/
/** Lists and quotations go on after a blank line. */
const CONTINUES = /^(?:\s+\S|\s*(?:[-*+]|\d+[.)])\s|\s*>)/

/** Joined by blank lines they are the text. */
export function markdownBlocks(text: string): string[] {
  const blocks: string[] = []
  let lines: string[] = []
  let isFenced = false
  const close = () => {
    if (lines.length > 0) blocks.push(lines.join('\n'))
    lines = []
  }
  const all = text.split('\n')
  for (const [place, line] of all.entries()) {
    if (FENCE.test(line)) isFenced = !isFenced
    const next = all[place + 1]
    if (isFenced || line.trim() !== '') {
      lines.push(line)
      continue
    }
    const goesOn =
      next !== undefined && CONTINUES.test(next) && lines.some((before) => CONTINUES.test(before))
    if (goesOn) lines.push(line)
    else close()
  }
  close()
  return blocks
}
