/** The screen as markup, without what is true for a moment only, and the style sheets that it needs. */

/** Parts that a painting leaves out, by the attribute `data-fleeting`: whole, what is in them, or their words. */
const FLEETING = 'data-fleeting'

const all = (root: ParentNode, selector: string) => [...root.querySelectorAll<HTMLElement>(selector)]

/** Rows of cards below the window: nobody sees them before the app is there. */
function dropUnseen(root: HTMLElement, copy: HTMLElement): void {
  const rows = all(copy, '[role=feed] [data-index]')
  for (const [at, row] of all(root, '[role=feed] [data-index]').entries())
    if (row.getBoundingClientRect().top >= window.innerHeight) rows[at]?.remove()
}

/** Nobody sees, hears or reads the words, whose room stays about as wide. */
function unsay(part: HTMLElement): void {
  part.style.visibility = 'hidden'
  part.removeAttribute('title')
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    text.nodeValue = '\u00a0'.repeat(text.nodeValue?.length ?? 0)
}

function dropFleeting(copy: HTMLElement): void {
  for (const part of all(copy, `[${FLEETING}=whole]`)) part.remove()
  for (const part of all(copy, `[${FLEETING}=content]`)) {
    part.replaceChildren()
    delete part.dataset['duty']
  }
  for (const part of all(copy, `[${FLEETING}=words]`)) unsay(part)
  // Numbers of what is new or waits, and ages.
  for (const part of all(copy, '[data-count]')) delete part.dataset['count']
  for (const part of all(copy, '[role=tab] [title], time[title]')) part.removeAttribute('title')
  // It may be late by now. What is late stays so until somebody changes it.
  for (const part of all(copy, '[role=tab] [data-kind=pending]')) delete part.dataset['kind']
}

/** Nothing is typed into a painting. React keeps what is chosen as a property, which no markup has. */
function emptyInputs(copy: HTMLElement): void {
  for (const input of all(copy, 'input, textarea, select')) {
    input.inert = true
    input.setAttribute('readonly', '')
    input.removeAttribute('value')
    if (input instanceof HTMLTextAreaElement) input.textContent = ''
    if (input instanceof HTMLInputElement) input.defaultChecked = input.checked
  }
}

/** Returns the markup of what `root` shows in its window, and how many cards it has. */
export function markupOf(root: HTMLElement): { readonly markup: string; readonly cards: number } {
  const copy = root.cloneNode(true)
  if (!(copy instanceof HTMLElement)) throw new Error('the root is an element')
  dropUnseen(root, copy)
  dropFleeting(copy)
  emptyInputs(copy)
  return { markup: copy.innerHTML, cards: all(copy, 'article').length }
}

const CLASS = /\.(-?[_a-zA-Z][\w-]*)/g

/** Whether a rule may be about one of the classes. Rules about none are about everything. */
function concerns(rule: CSSRule, classes: ReadonlySet<string>): boolean {
  if (rule instanceof CSSStyleRule) {
    const named = [...rule.selectorText.matchAll(CLASS)]
    if (named.length === 0 || named.some(([, name = '']) => classes.has(name))) return true
  }
  return 'cssRules' in rule && [...(rule.cssRules as CSSRuleList)].some((inner) => concerns(inner, classes))
}

/** Returns the paths of the style sheets in the head that the markup needs, in their order. */
export function sheetsOf(markup: string): string[] {
  const classes = new Set(
    [...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  )
  return [...document.querySelectorAll<HTMLLinkElement>('head link[rel=stylesheet]')].flatMap(
    ({ href, sheet }) =>
      sheet !== null && [...sheet.cssRules].some((rule) => concerns(rule, classes))
        ? [new URL(href).pathname]
        : [],
  )
}
