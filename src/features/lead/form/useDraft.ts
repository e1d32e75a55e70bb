/** Keeps what is typed on the device while it is typed, and finds what an earlier visit left. */
import { useEffect, useRef, useState } from 'react'
import { openMirror } from '../../../db/mirror/mirror.ts'
import { readDraft, saveDraft } from '../../../db/session/drafts.ts'
import { dropTyped, keepTyped } from '../../../db/session/typed-last.ts'
import { giveUpDraft, takeTypedDrafts } from '../../../workers/typed-bridge.ts'
import { type Draft, draftFrom } from './draft.ts'
import { type LeadFormValues, sameValues } from './lead-values.ts'

/** An earlier visit's, waiting for 'Continuar' or 'Descartar'. */
export interface DraftOffer {
  readonly draft: Draft
  /** Epoch ms. */
  readonly savedAt: number
}

export interface DraftKeeper {
  /** undefined: not read yet. */
  readonly offer: DraftOffer | null | undefined
  /** The offer was taken or given up; what is typed from now on is kept. */
  readonly settleOffer: (choice: 'continue' | 'discard') => void
  /** When the typed was kept last, epoch ms; null: nothing is. */
  readonly savedAt: number | null
  /** The disk is full, or refuses: the user should save soon. */
  readonly failed: boolean
  /** What was typed is saved: the draft goes. `saved`: what the fields say then; null: they begin anew. */
  readonly drop: (saved: LeadFormValues | null) => void
}

const PAUSE_MS = 300

interface Watched {
  readonly userId: number
  readonly name: string
  /** null: nothing typed that is not saved. */
  readonly draft: Draft | null
  /** What the queue keeps already: no reason for a draft either. */
  readonly queued: LeadFormValues | null
}

export function useDraft({ userId, name, draft: typed, queued }: Watched): DraftKeeper {
  const draft = typed !== null && queued !== null && sameValues(queued, typed.values) ? null : typed
  const [offer, setOffer] = useState<DraftOffer | null | undefined>(undefined)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [failed, setFailed] = useState(false)
  /** What is typed and not on the disk yet. */
  const waiting = useRef<Draft | null>(null)
  /** Of those the one that is being written. */
  const writing = useRef<Draft | null>(null)
  const kept = useRef(false)
  /** Differs from what the form began with until the device shows the lead as saved: no reason for a draft. */
  const saved = useRef<LeadFormValues | null>(null)

  useEffect(() => {
    let gone = false
    takeTypedDrafts(userId)
      .then(() => readDraft(openMirror(userId), name))
      .then(
        (found) => {
          if (gone) return
          const left = found === undefined ? null : draftFrom(found.values)
          setOffer(left === null || found === undefined ? null : { draft: left, savedAt: found.savedAt })
        },
        () => {
          // A store that can't be read has no draft to offer; the form itself says what fails when it saves.
          if (!gone) setOffer(null)
        },
      )
    return () => {
      gone = true
    }
  }, [userId, name])

  const open = offer === null
  useEffect(() => {
    const flush = () => {
      const typed = waiting.current
      if (typed === null) return
      waiting.current = null
      const nowMs = Date.now()
      // From here on: what is given up while it is being written is deleted behind it.
      kept.current = true
      writing.current = typed
      const isLast = () => writing.current === typed
      saveDraft(openMirror(userId), name, typed, nowMs).then(
        () => {
          if (isLast()) {
            writing.current = null
            // The database has it: given up later, it must not come back from there.
            dropTyped(window.localStorage, userId, name)
          }
          if (!kept.current) return
          setSavedAt(nowMs)
          setFailed(false)
        },
        () => {
          if (isLast()) writing.current = null
          setFailed(true)
        },
      )
    }
    /** Into the browser's cache: whether the database takes it is known when the page is back. */
    const putAway = ({ persisted }: PageTransitionEvent) => {
      const typed = waiting.current ?? writing.current
      if (persisted && typed !== null)
        keepTyped(window.localStorage, userId, { name, values: typed, savedAt: Date.now() })
      flush()
    }
    if (!open) return
    if (draft === null || (saved.current !== null && sameValues(saved.current, draft.values))) {
      waiting.current = null
      if (kept.current) {
        kept.current = false
        setSavedAt(null)
        void giveUpDraft(userId, name)
      }
      return
    }
    waiting.current = draft
    const timer = setTimeout(flush, PAUSE_MS)
    const leave = () => flush()
    window.addEventListener('pagehide', putAway)
    document.addEventListener('visibilitychange', leave)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', putAway)
      document.removeEventListener('visibilitychange', leave)
    }
  }, [userId, name, draft, open])

  // The form closes with the browser's back, between two keys and the pause after them.
  useEffect(
    () => () => {
      const typed = waiting.current
      if (typed !== null) void saveDraft(openMirror(userId), name, typed, Date.now())
    },
    [userId, name],
  )

  return {
    offer,
    savedAt,
    failed,
    settleOffer: (choice) => {
      setOffer(null)
      if (choice === 'discard') void giveUpDraft(userId, name)
      else kept.current = true
    },
    drop: (values) => {
      saved.current = values
      waiting.current = null
      kept.current = false
      setSavedAt(null)
      void giveUpDraft(userId, name)
    },
  }
}
