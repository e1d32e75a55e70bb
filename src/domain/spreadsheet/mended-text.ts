/** Texts that software has encoded twice: UTF-8 read as another encoding, and the letters of web pages. docs/rules.md#letters-of-a-file */
import { CODE_PAGES, pageBytes, utf8Text } from './code-pages.ts'

const LATIN_ENTITIES =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute ' +
  'Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml ' +
  'Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ' +
  'ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const FIRST_LATIN = 0xa0

/** A straight quotation mark would change where a cell ends. */
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ...LATIN_ENTITIES.split(' ').map(
    (name, place) => [name, String.fromCharCode(FIRST_LATIN + place)] as const,
  ),
  ['amp', '&'],
  ['quot', '”'],
  ['apos', "'"],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ndash', '–'],
  ['mdash', '—'],
])

const ENTITY = /&(?:#(\d{2,6})|#x([\da-f]{2,5})|([a-z]+\d?));/giu
const [FIRST_PRINTED, LAST_PRINTED, QUOTE] = [32, 126, 34]
/** Signs that part cells, and the markup of a page. */
const PARTING = ';,|<>'

function entityText(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES.get(name) ?? whole
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  if (code === QUOTE) return '”'
  const isPrinted = code >= FIRST_PRINTED && code <= LAST_PRINTED
  const isLetter = code >= FIRST_LATIN && code < 0xd8_00
  const sign = String.fromCharCode(code)
  return (isPrinted && !PARTING.includes(sign)) || isLetter ? sign : whole
}

/** 'Jos&eacute;' is 'José', and so is 'Jos&amp;eacute;'. */
function withoutEntities(text: string): string {
  if (!text.includes('&')) return text
  const once = text.replaceAll(ENTITY, entityText)
  return once.includes('&') ? once.replaceAll(ENTITY, entityText) : once
}

// oxlint-disable-next-line no-control-regex
const BEYOND_ASCII = /[^\u0000-\u007f]{2,}/gu
/** What a text that was encoded twice may have been. Other results are a coincidence. */
const MEANT = /^(?:\p{M}|[À-ÖØ-öø-ÿŠšŽžŒœ\u00a0ªº°§–—‘’“”•…€´¨²³·\u200b\ufeff\ufffd])+$/u

/** 'JosÃ©', 'Jos├®' and 'Jos√©' are 'José': bytes of UTF-8 that were taken for signs of another encoding. */
function readAgain(run: string, times: number): string | null {
  for (const page of CODE_PAGES) {
    const bytes = pageBytes(run, page)
    const text = bytes === null ? null : utf8Text(bytes)
    if (text === null || text === run) continue
    // What was encoded three times is no text yet after the first step back.
    const meant = MEANT.test(text) ? text : times > 1 ? readAgain(text, times - 1) : null
    if (meant !== null) return meant
  }
  return null
}

const MOST_TIMES = 3
const readOnce = (run: string) => readAgain(run, MOST_TIMES) ?? run

function decodedOnce(text: string): string {
  let now = text
  for (let times = 0; times < MOST_TIMES; times++) {
    const next = now.replaceAll(BEYOND_ASCII, readOnce)
    if (next === now) return now
    now = next
  }
  return now
}

// oxlint-disable-next-line no-control-regex
const ASCII = /^[\u0000-\u007f]*$/u

/** The text as it was meant. */
export const mendedText = (text: string): string =>
  ASCII.test(text) ? withoutEntities(text) : withoutEntities(decodedOnce(text))
