/**
 * Toasts: one sentence at a time, closed after three seconds (docs/rules.md#toasts). A toast reports the outcome of a
 * user's action. Background events (a sync, a lost connection) are shown in their own place.
 */
type Kind = 'success' | 'warning' | 'error'

/** `foot`: bottom right, or on the line that a form reserves. `top`: a failed call, since its dialog is below. */
type Place = 'foot' | 'top'

export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

export interface Toast {
  readonly id: number
  readonly kind: Kind
  readonly message: string
  /** Number of further sentences from the same tap. The screen lists them. */
  readonly more: number
  /** Number of changes that it reports. */
  readonly saved: number
  /** The changes are on this device and not on the server: docs/rules.md#waiting-changes. */
  readonly waits: boolean
  /** The handles of the toasts that it joins. */
  readonly handles: readonly ToastHandle[]
  readonly place: Place
  readonly action: ToastAction | null
  /** Milliseconds on screen. For a toast that an error interrupted: the rest of them. */
  readonly openMs: number
}

/** Names a toast that may have to be revised, also after it was joined with others. */
type ToastHandle = number

const OPEN_MS = 3000
/** Longer, since the user must read it and reach its button. */
const WITH_ACTION_MS = 6000
/** Minimum time of a toast while others wait. */
const READ_MS = 1000

let shown: Toast | null = null
let sinceMs = 0
let held = false
let timer: ReturnType<typeof setTimeout> | undefined
const waiting: Toast[] = []
/** Toasts that an error interrupted. They return after all waiting ones. */
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

/** An error interrupts a success. A success with an action, or too short to read, returns for its remaining time. */
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

/** Returns one toast for both, or null. Changes are counted, equal sentences merge, toasts with an action do not. */
function join(before: Toast, after: Toast): Toast | null {
  if (before.action !== null || after.action !== null || before.place !== after.place) return null
  if (before.waits !== after.waits) return null
  const handles = [...before.handles, ...after.handles]
  if (before.saved > 0 && after.saved > 0) return { ...after, handles, saved: before.saved + after.saved }
  if (before.kind !== after.kind || before.message !== after.message) return null
  return { ...after, handles, saved: Math.max(before.saved, after.saved) }
}

let lastId = 0

function show(kind: Kind, message: string, rest: Partial<Toast> = {}): ToastHandle {
  const id = ++lastId
  const toast: Toast = {
    kind,
    message,
    more: 0,
    saved: 0,
    waits: false,
    place: 'foot',
    action: null,
    openMs: rest.action ? WITH_ACTION_MS : OPEN_MS,
    ...rest,
    id,
    handles: [id],
  }
  wait(toast)
  if (shown === null) next()
  giveRoom()
  arm()
  return id
}

/** Replaces the toast of that handle wherever it is; null: nothing is left of it. Returns false if it has closed. */
function revise(handle: ToastHandle, edit: (toast: Toast) => Toast | null): boolean {
  const has = ({ handles }: Toast) => handles.includes(handle)
  for (const queue of [waiting, aside]) {
    const place = queue.findIndex(has)
    const found = queue[place]
    if (found === undefined) continue
    const revised = edit(found)
    queue.splice(place, 1, ...(revised === null ? [] : [revised]))
    arm()
    return true
  }
  if (shown === null || !has(shown)) return false
  const revised = edit(shown)
  if (revised === null) next()
  else if (revised !== shown) present(revised)
  return true
}

/** Without the part of that handle. */
const without =
  (handle: ToastHandle) =>
  (toast: Toast): Toast | null =>
    toast.handles.length === 1
      ? null
      : { ...toast, saved: toast.saved - 1, handles: toast.handles.filter((one) => one !== handle) }

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

/** Errors precede other toasts. */
function enqueue(toast: Toast): void {
  const rest = waiting.findIndex(({ kind }) => kind !== 'error')
  if (toast.kind !== 'error' || rest < 0) waiting.push(toast)
  else waiting.splice(rest, 0, toast)
}

/** The toast on screen. */
export const toasts = {
  get: () => shown,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  close: () => next(),
  /** A toast stays while it is hovered or focused. */
  hold: (holds: boolean) => {
    if (held === holds) return
    held = holds
    sinceMs = Date.now()
    giveRoom()
    arm()
  },
}

/** What a toast about changes says. */
interface ChangeToast {
  readonly message: string
  readonly kind?: 'success' | 'warning'
  readonly waits?: boolean
  readonly action?: ToastAction | undefined
}

export const notify = {
  success: (message: string, action?: ToastAction): void => {
    show('success', message, { action: action ?? null })
  },
  /** A change that the server has. Several become one toast. What a command did is told by `tellCommands`. */
  saved: (message: string, action?: ToastAction): void => {
    show('success', message, { saved: 1, action: action ?? null })
  },
  /** A change on this device. Returns the handle by which `revised` and `refused` find the toast. */
  changed: ({ message, kind = 'success', waits = false, action }: ChangeToast): ToastHandle =>
    show(kind, message, { saved: kind === 'success' ? 1 : 0, waits, action: action ?? null }),
  /** The same change is told otherwise, for the whole time of a toast. */
  revised: (handle: ToastHandle, toast: ChangeToast): void => {
    const { message, waits = false } = toast
    let isJoined = false
    const found = revise(handle, (before) => {
      if (before.waits === waits && before.message === message) return before
      isJoined = before.handles.length > 1
      // Of several changes in one toast this one alone is told otherwise.
      return isJoined ? without(handle)(before) : { ...before, message, waits, id: ++lastId }
    })
    if (!found || isJoined) notify.changed(toast)
  },
  /** The change was taken back: nothing is told of it. */
  withdrawn: (handle: ToastHandle): void => {
    revise(handle, without(handle))
  },
  /** The change was not accepted. */
  refused: (handle: ToastHandle | null, message: string): void => {
    show('error', message)
    if (handle !== null) revise(handle, without(handle))
  },
  /** `more`: number of further sentences that the screen lists. */
  warning: (message: string, more = 0, action?: ToastAction): void => {
    show('warning', message, { more, action: action ?? null })
  },
  error: (message: string, place: Place = 'foot'): void => {
    show('error', message, { place })
  },
}
