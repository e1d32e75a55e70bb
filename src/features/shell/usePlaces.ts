/** Screens, settings and help that a text finds: docs/rules.md#places. The pages of the help are loaded when something is typed. */
import { useEffect, useMemo, useState } from 'react'
import { loadHelp } from '../../device/load-help.ts'
import type { HelpIndex } from '../../domain/assistant/help-index.ts'
import { type Place, placesFor } from '../../domain/assistant/places.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'

const NONE: readonly Place[] = []

interface FoundPlaces {
  readonly places: readonly Place[]
  /** False while the help's pages are on their way: they may change which place is first. */
  readonly isWhole: boolean
}

export function usePlaces(user: SessionUser, text: string): FoundPlaces {
  const [help, setHelp] = useState<HelpIndex | null>(null)
  const [isTried, setTried] = useState(false)
  const isAsked = text.trim() !== ''
  useEffect(() => {
    if (!isAsked || help !== null) return
    // Not kept on this device, and no network: the names of screens and settings remain.
    loadHelp()
      .then(setHelp)
      .catch(() => undefined)
      .finally(() => setTried(true))
  }, [isAsked, help])
  const role = roleOf(user)
  const known = useMemo(() => placesFor(role, help), [role, help])
  const places = useMemo(() => (isAsked ? known.find(text) : NONE), [known, isAsked, text])
  return { places, isWhole: !isAsked || isTried }
}
