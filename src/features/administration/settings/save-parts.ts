/** The sections of 'Configurações' under one 'Salvar': each reports what it has to save. docs/rules.md#settings */
import { createContext, use, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { FormCardProps } from '../../../ui/FormCard.tsx'
import { notify } from '../../../ui/notify.ts'

export const SAVED = 'Configurações salvas'

interface Part {
  readonly title: string
  /** Settings that were typed and are not saved. */
  readonly changes: number
  readonly busy: boolean
}

interface Acts {
  /** Returns whether all of it is saved. */
  readonly save: () => Promise<boolean>
  readonly cancel: () => void
}

export interface SaveParts {
  readonly parts: readonly Part[]
  readonly changes: number
  readonly busy: boolean
  /** Titles of the sections that the last save left open. */
  readonly open: readonly string[]
  readonly saveAll: () => Promise<void>
  readonly cancelAll: () => void
  readonly report: (part: Part) => void
  readonly join: (title: string, acts: Acts) => () => void
}

/** null: a section is alone, and has buttons of its own. */
export const SavePartsContext = createContext<SaveParts | null>(null)

/** For the screen that has the bar. */
export function useSaveParts(): SaveParts {
  const [parts, setParts] = useState<ReadonlyMap<string, Part>>(new Map())
  const [acts] = useState(() => new Map<string, Acts>())
  const [saving, setSaving] = useState(false)
  const [left, setLeft] = useState<readonly string[]>([])
  const [report] = useState(
    () => (part: Part) =>
      setParts((before) => {
        const known = before.get(part.title)
        const isSame = known?.changes === part.changes && known.busy === part.busy
        return isSame ? before : new Map(before).set(part.title, part)
      }),
  )
  const [join] = useState(() => (title: string, own: Acts) => {
    acts.set(title, own)
    return () => void acts.delete(title)
  })
  const all = [...parts.values()]
  const changed = all.filter(({ changes }) => changes > 0)
  const saveAll = async () => {
    if (saving) return
    setSaving(true)
    const open: string[] = []
    // One after the other: each is saved or refused as a whole, and one question for the password serves them all.
    for (const { title } of changed) if ((await acts.get(title)?.save()) === false) open.push(title)
    setSaving(false)
    setLeft(open)
    if (open.length === 0 && changed.length > 0) notify.saved(SAVED)
  }
  return {
    parts: all,
    changes: changed.reduce((sum, { changes }) => sum + changes, 0),
    busy: saving || all.some(({ busy }) => busy),
    open: left.filter((title) => changed.some((part) => part.title === title)),
    saveAll,
    cancelAll: () => {
      for (const own of acts.values()) own.cancel()
      setLeft([])
    },
    report,
    join,
  }
}

interface Saved extends Part, Acts {
  readonly problem: string | null
}

type CardProps = Pick<
  FormCardProps,
  'title' | 'dirty' | 'busy' | 'problem' | 'onSave' | 'onCancel' | 'hasButtons'
>

/** Returns what the section's card shows: under the bar it has no buttons. */
export function useSavePart({ title, changes, busy, problem, save, cancel }: Saved): CardProps {
  const bar = use(SavePartsContext)
  const onSave = useEffectEvent(save)
  const onCancel = useEffectEvent(cancel)
  const [report, join] = [bar?.report, bar?.join]
  useLayoutEffect(() => join?.(title, { save: () => onSave(), cancel: () => onCancel() }), [join, title])
  useEffect(() => report?.({ title, changes, busy }), [report, title, changes, busy])
  const saveAlone = async () => {
    if (await save()) notify.saved(SAVED)
  }
  return {
    title,
    dirty: changes > 0,
    busy,
    problem,
    hasButtons: bar === null,
    onSave: () => void (bar === null ? saveAlone() : bar.saveAll()),
    onCancel: cancel,
  }
}
