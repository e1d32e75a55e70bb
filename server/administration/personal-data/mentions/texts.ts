/** The texts in a value of a column: the value itself, or every string of its JSON. Pure. docs/rules.md#mentions */

export interface TextAt {
  /** 'changes', 'product_details', 'chassis'. A flat key 'client.name' is two parts. */
  readonly path: readonly string[]
  readonly text: string
  /** The uid of the lead that the nearest object around it is about. */
  readonly lead: string | null
}

/** What another client is called and reached by: it is that client's, and stays. */
const OF_A_CLIENT: ReadonlySet<string> = new Set([
  'name',
  'name_folded',
  'cpf',
  'document',
  'rg',
  'phone',
  'cellphone',
  'mail',
  'email',
])
/** Objects whose plain keys are a client's. Alone 'name' may be a file's. */
const CLIENTS: ReadonlySet<string> = new Set(['client', 'clients', 'client_info', 'client_as_referred'])
const PREFIX = 'client_'
/** A change in a history has both. */
const SIDES: readonly string[] = ['before', 'after']

/** Whether the path leads to another client's own name, document, phone or mail. */
export function isIdentity(whole: readonly string[]): boolean {
  const path = SIDES.includes(whole.at(-1) ?? '') ? whole.slice(0, -1) : whole
  const last = path.at(-1) ?? ''
  if (last.startsWith(PREFIX) && OF_A_CLIENT.has(last.slice(PREFIX.length))) return true
  return OF_A_CLIENT.has(last) && path.some((part) => CLIENTS.has(part))
}

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A row of a lead has its uid and its client's; anything else about a lead names it. */
function leadOf(value: Readonly<Record<string, unknown>>, above: string | null): string | null {
  if (typeof value.lead_uid === 'string') return value.lead_uid
  return typeof value.uid === 'string' && typeof value.client_uid === 'string' ? value.uid : above
}

interface Place {
  readonly path: readonly string[]
  readonly lead: string | null
}

/** Returns the value with each text as `change` makes it. Names of keys stay. */
export function withTexts(
  value: unknown,
  change: (at: TextAt) => string,
  { path, lead }: Place = { path: [], lead: null },
): unknown {
  if (typeof value === 'string') return change({ path, text: value, lead })
  if (Array.isArray(value)) return value.map((each) => withTexts(each, change, { path, lead }))
  if (!isRow(value)) return value
  const nearest = leadOf(value, lead)
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      withTexts(each, change, { path: [...path, ...key.split('.')], lead: nearest }),
    ]),
  )
}

/** Returns every text of the value. */
export function textsIn(value: unknown, place?: Place): TextAt[] {
  const found: TextAt[] = []
  withTexts(
    value,
    (at) => {
      found.push(at)
      return at.text
    },
    place,
  )
  return found
}
