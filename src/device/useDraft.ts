/** Stores typed values on the device while the user types, and reads the draft of an earlier visit. */
import { useEffect, useRef, useState } from 'react'
import { openMirror } from '../db/open.ts'
import { readDraft, saveDraft } from '../db/session/drafts.ts'
import { dropTyped, keepTyped } from '../db/typed-last.ts'
import { draftsAreTold, giveUpDraft, takeTypedDrafts, tellDrafts } from '../page-life/typed-drafts.ts'
import { notify } from '../ui/notify.ts'
import { type DraftOffer, findingOf } from './draft-offer.ts'
import { useClockOffset } from './useCorrectedNow.ts'

/** What a kind of form stores as its draft. */
export interface DraftKind<Values, Draft extends { readonly values: Values }> {
  /** Returns the parsed draft, or null if this version can't offer it. */
  readonly parse: (kept: unknown) => Draft | null
  /** Whether both have the same typed values. */
  readonly same: (one: Values, other: Values) => boolean
}

export interface DraftKeeper<Values, Draft> {
  /** Undefined: not read yet. */
  readonly offer: DraftOffer<Draft> | null | undefined
  /** Ends the offer. From now on typed values are stored. */
  readonly settleOffer: (choice: 'continue' | 'discard') => void
  /** When the draft was stored last, epoch ms of the server's clock. Null: there is none. */
  readonly savedAt: number | null
  /** The disk is full or fails: the user should save soon. */
  readonly failed: boolean
  /** Drops the draft after a save. `saved` has the values that the fields then show. Null: the form starts over. */
  readonly drop: (saved: Values | null) => void
}

/** Said as a form with unsaved values closes. */
export const DRAFT_KEPT = 'Rascunho guardado neste aparelho'
const DRAFT_NOT_KEPT = 'Sem espaço para guardar o rascunho neste aparelho.'

/** The database has what was typed at the latest so long after it, also while typing goes on. */
const STORED_AFTER_MS = 300

interface Watched<Values, Draft> {
  readonly userId: number
  readonly name: string
  /** Null: no unsaved typed values. */
  readonly draft: Draft | null
  /** Values that the queue already stores. They need no draft. */
  readonly queued: Values | null
  /** Whether a found draft has values that neither the form nor the queue has. */
  readonly adds: (draft: Draft) => boolean
}

export function useDraft<Values, Draft extends { readonly values: Values }>(
  { parse, same }: DraftKind<Values, Draft>,
  { userId, name, draft: typed, queued, adds }: Watched<Values, Draft>,
): DraftKeeper<Values, Draft> {
  const draft = typed !== null && queued !== null && same(queued, typed.values) ? null : typed
  const [offer, setOffer] = useState<DraftOffer<Draft> | null | undefined>(undefined)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [failed, setFailed] = useState(false)
  const clockOffset = useClockOffset(userId)
  /** Typed values that are not on the disk yet. */
  const waiting = useRef<Draft | null>(null)
  /** The one of them that is being written. */
  const writing = useRef<Draft | null>(null)
  /** When the first of the values that wait was typed. */
  const waitingSince = useRef(0)
  const kept = useRef(false)
  /** Saved values. They differ from the form's start until the device shows the saved lead, and need no draft. */
  const saved = useRef<Values | null>(null)

  /** Judges by the values of the moment at which the draft is read. */
  const judge = useRef(adds)
  useEffect(() => {
    judge.current = adds
  }, [adds])

  useEffect(() => {
    let gone = false
    takeTypedDrafts(userId)
      .then(() => readDraft(openMirror(userId), name))
      .then(
        (found) => {
          if (gone) return
          const finding = findingOf(found, { parse, adds: judge.current })
          if (finding.kind === 'drop') void giveUpDraft(userId, name)
          setOffer(finding.kind === 'offer' ? finding.offer : null)
        },
        () => {
          // A store that can't be read offers no draft. The form reports the error when it saves.
          if (!gone) setOffer(null)
        },
      )
    return () => {
      gone = true
    }
  }, [userId, name, parse])

  const open = offer === null
  useEffect(() => {
    const flush = () => {
      const typed = waiting.current
      if (typed === null) return
      waiting.current = null
      const nowMs = Date.now()
      // Set before the write: a draft that is dropped during the write must be deleted after it.
      kept.current = true
      writing.current = typed
      const isLast = () => writing.current === typed
      saveDraft(openMirror(userId), name, typed, nowMs).then(
        () => {
          if (isLast()) {
            writing.current = null
            // The database has it now: a dropped draft must not return from local storage. What was typed since stays there.
            if (waiting.current === null) dropTyped(window.localStorage, userId, name)
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
    const keep = (typed: Draft) =>
      keepTyped(window.localStorage, openMirror(userId), { name, values: typed, savedAt: Date.now() })
    /** The page ends or goes into the browser's cache: whether the write succeeds is only known afterwards. */
    const putAway = () => {
      const typed = waiting.current ?? writing.current
      if (typed !== null) keep(typed)
      flush()
    }
    if (!open) return
    if (draft === null || (saved.current !== null && same(saved.current, draft.values))) {
      waiting.current = null
      if (kept.current) {
        kept.current = false
        setSavedAt(null)
        void giveUpDraft(userId, name)
      }
      return
    }
    if (waiting.current === null) waitingSince.current = performance.now()
    waiting.current = draft
    // A browser that is closed may run nothing of this page any more. Local storage keeps it until the database has it.
    keep(draft)
    kept.current = true
    const timer = setTimeout(flush, waitingSince.current + STORED_AFTER_MS - performance.now())
    const leave = () => flush()
    window.addEventListener('pagehide', putAway)
    document.addEventListener('visibilitychange', leave)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', putAway)
      document.removeEventListener('visibilitychange', leave)
    }
  }, [userId, name, draft, open, same])

  // The form may close by the browser's back button before the pause after a key ends.
  useEffect(() => {
    tellDrafts(true)
    return () => {
      const typed = waiting.current
      const stored =
        typed === null ? Promise.resolve() : saveDraft(openMirror(userId), name, typed, Date.now())
      const isTold = kept.current && draftsAreTold()
      stored.then(
        () => {
          if (isTold) notify.success(DRAFT_KEPT)
        },
        () => notify.error(DRAFT_NOT_KEPT),
      )
    }
  }, [userId, name])

  return {
    offer: offer && { ...offer, savedAt: offer.savedAt + clockOffset },
    savedAt: savedAt === null ? null : savedAt + clockOffset,
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
