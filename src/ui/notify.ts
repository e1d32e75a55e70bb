/**
 * Toasts: one sentence at a time, closed after three seconds (docs/rules.md#toasts). For the outcome of what the user just
 * did; never for what goes on by itself (a sync, a connection that went): that is said quietly where it belongs.
 */
type Kind = 'success' | 'warning' | 'error'

/** `foot`: bottom right, or on the line that a form keeps for it. `top`: a failed call, which the dialog stands under. */
type Place = 'foot' | 'top'

export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

export interface Toast {
  readonly id: number
  readonly kind: Kind
  readonly message: string
  /** Further sentences of the same tap, which the screen lists. */
  readonly more: number
  /** How many changes it tells of. */
  readonly saved: number
  readonly place: Place
  readonly action: ToastAction | null
  /** How long it stays; of one that gave way to an error, what is left. */
  readonly openMs: number
}

const OPEN_MS = 3000
/** Longer: it has to be read and reached. */
const WITH_ACTION_MS = 6000
/** What comes meanwhile waits until the sentence before it could be read. */
const READ_MS = 1000

let shown: Toast | null = null
let sinceMs = 0
let held = false
let timer: ReturnType<typeof setTimeout> | undefined
const waiting: Toast[] = []
/** Gave way to an error, and come back after all that waits. */
const aside: Toast[] = []
const listeners = new Set<() => void>()

function present(toast: Toast | null): void {
  shown = toast
  sinceMs = Date.now()
  held = false
  arm()
  for (const listener of listeners) listener()
}

const next = () => present(waiting.shift() ?? aside.shift() ?? null)

/** An error waits behind no success. What could not be read yet, or can be undone, comes back with the time that it has left. */
function giveRoom(): void {
  if (shown?.kind !== 'success' || held || waiting[0]?.kind !== 'error') return
  const seenMs = Date.now() - sinceMs
  if (shown.action !== null || seenMs < READ_MS) aside.push({ ...shown, openMs: shown.openMs - seenMs })
  next()
}

function arm(): void {
  clearTimeout(timer)
  if (shown === null || held) return
  const stays = waiting.length > 0 && shown.action === null ? READ_MS : shown.openMs
  timer = setTimeout(next, Math.max(0, sinceMs + stays - Date.now()))
}

/** One toast for both: changes are counted, the same sentence is said once. What can be undone stays by itself. */
function join(before: Toast, after: Toast): Toast | null {
  if (before.action !== null || after.action !== null || before.place !== after.place) return null
  if (before.saved > 0 && after.saved > 0) return { ...after, saved: before.saved + after.saved }
  if (before.kind !== after.kind || before.message !== after.message) return null
  return { ...after, saved: Math.max(before.saved, after.saved) }
}

let lastId = 0

function show(kind: Kind, message: string, rest: Partial<Toast> = {}): void {
  const toast: Toast = {
    kind,
    message,
    more: 0,
    saved: 0,
    place: 'foot',
    action: null,
    openMs: rest.action ? WITH_ACTION_MS : OPEN_MS,
    ...rest,
    id: ++lastId,
  }
  wait(toast)
  if (shown === null) next()
  giveRoom()
  arm()
}

function wait(toast: Toast): void {
  for (const queue of [waiting, aside]) {
    const last = queue.at(-1)
    if (last === undefined) continue
    const joined = join(last, toast)
    if (joined !== null) queue.pop()
    if (joined !== null || queue === waiting) return enqueue(joined ?? toast)
  }
  const joined = shown === null ? null : join(shown, toast)
  if (joined === null) enqueue(toast)
  else present(joined)
}

/** Errors go first. */
function enqueue(toast: Toast): void {
  const rest = waiting.findIndex(({ kind }) => kind !== 'error')
  if (toast.kind !== 'error' || rest < 0) waiting.push(toast)
  else waiting.splice(rest, 0, toast)
}

/** What stands on the screen. */
export const toasts = {
  get: () => shown,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  close: () => next(),
  /** Pointed at or focused it stays. */
  hold: (holds: boolean) => {
    if (held === holds) return
    held = holds
    sinceMs = Date.now()
    giveRoom()
    arm()
  },
}

export const notify = {
  success: (message: string, action?: ToastAction): void =>
    show('success', message, { action: action ?? null }),
  /** A change that is kept on this device and queued. Several at a time become one line. */
  saved: (message: string, action?: ToastAction): void =>
    show('success', message, { saved: 1, action: action ?? null }),
  /** `more`: further sentences, which the screen lists too. */
  warning: (message: string, more = 0): void => show('warning', message, { more }),
  error: (message: string, place: Place = 'foot'): void => show('error', message, { place }),
}
