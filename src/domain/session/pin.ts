/** Which PINs are refused: those that are tried first. The server sees no PIN, so this is decided here. docs/rules.md#protected-devices */

export const PIN_DIGITS = 6

const FORM = `O PIN tem ${PIN_DIGITS} números.`
const REPEATED = 'Números que se repetem são fáceis de adivinhar. Escolha outro PIN.'
const SEQUENCE = 'Uma sequência é fácil de adivinhar. Escolha outro PIN.'
const DATE = 'Uma data, como a de nascimento, é fácil de adivinhar. Escolha outro PIN.'
const COMMON = 'Este PIN é dos mais usados, e fácil de adivinhar. Escolha outro.'

/** Lines of the keypad and the like, of lists of the PINs that are used most. */
const COMMON_PINS: ReadonlySet<string> = new Set(
  '112233 332211 123321 321123 101112 102030 112211 147258 147369 147852 159357 159753 246810 258369 258456 357159 456852 741852 753159 789456 951753 852456 963852 963741'.split(
    ' ',
  ),
)

/** '111111', '121212', '123123'. */
const isRepeated = (pin: string) =>
  [1, 2, 3].some((size) => pin === pin.slice(0, size).repeat(pin.length / size))

/** '123456', '987654', '890123', '246802': each digit as far from the one before. */
function isSequence(pin: string): boolean {
  const digits = Array.from(pin, Number)
  const steps = new Set(digits.slice(1).map((digit, place) => (digit - (digits[place] ?? 0) + 10) % 10))
  return steps.size === 1
}

const isDay = (day: string) => Number(day) >= 1 && Number(day) <= 31
const isMonth = (month: string) => Number(month) >= 1 && Number(month) <= 12
const isYear = (year: string) => /^(?:19|20)\d\d$/.test(year)

/** As a birthday is written: DDMMAA, MMDDAA, AAMMDD, MMAAAA, AAAAMM, and DMAAAA with one digit each. */
function isDate(pin: string): boolean {
  const [a, b, c] = [pin.slice(0, 2), pin.slice(2, 4), pin.slice(4)]
  return (
    (isDay(a) && isMonth(b)) ||
    (isMonth(a) && isDay(b)) ||
    (isMonth(b) && isDay(c)) ||
    (isMonth(a) && isYear(b + c)) ||
    (isYear(a + b) && isMonth(c)) ||
    (/^[1-9]{2}/.test(a) && isYear(b + c))
  )
}

/** Returns why this PIN is refused, as a sentence, or null. */
export function pinProblem(pin: string): string | null {
  if (!/^[0-9]{6}$/.test(pin)) return FORM
  if (isRepeated(pin)) return REPEATED
  if (isSequence(pin)) return SEQUENCE
  if (isDate(pin)) return DATE
  return COMMON_PINS.has(pin) ? COMMON : null
}
