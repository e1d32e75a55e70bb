/**
 * Which components React draws during an act. React hands each commit to this hook, as to its developer tools, if the hook is there
 * before React is loaded: this is the first setup file.
 */

interface Fiber {
  readonly type: unknown
  readonly flags: number
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  /** The same place of the commit before. Null: it is new. */
  readonly alternate: Fiber | null
}

/** The flag of a component whose function ran. */
const PERFORMED_WORK = 1

declare global {
  var drawnComponents: { isCounting: boolean; names: string[] } | undefined
}

// As a setup file and as a test's import this file is two modules.
const isFirst = globalThis.drawnComponents === undefined
const drawn = (globalThis.drawnComponents ??= { isCounting: false, names: [] })

function nameOf(type: unknown): string | null {
  if (typeof type === 'function') return type.name
  if (typeof type !== 'object' || type === null) return null
  if ('render' in type) return nameOf(type.render)
  return 'type' in type ? nameOf(type.type) : null
}

/** A place whose children are those of the commit before was left out by React, with all below it. */
function walk(fiber: Fiber): void {
  const before = fiber.alternate
  if (before !== null && fiber.child === before.child) return
  for (let child = fiber.child; child !== null; child = child.sibling) {
    const name = (child.flags & PERFORMED_WORK) === 0 ? null : nameOf(child.type)
    if (name !== null && name !== '') drawn.names.push(name)
    walk(child)
  }
}

if (isFirst)
  Object.defineProperty(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
    value: {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      checkDCE: () => undefined,
      onScheduleFiberRoot: () => undefined,
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberUnmount: () => undefined,
      onCommitFiberRoot: (_renderer: number, { current }: { readonly current: Fiber }) => {
        if (drawn.isCounting) walk(current)
      },
    },
  })

/** Runs `act` and returns the names of the components that were drawn meanwhile, once for each time. */
export async function drawnBy(act: () => Promise<void>): Promise<string[]> {
  drawn.names = []
  drawn.isCounting = true
  await act().finally(() => {
    drawn.isCounting = false
  })
  return drawn.names
}
