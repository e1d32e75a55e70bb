/** Screens, settings and help that a text finds: docs/rules.md#places. The pages of the help are loaded when something is typed. */
import { useEffect, useMemo, useState } from 'react'
import type { HelpIndex } from '../../domain/assistant/help-index.ts'
import { type Place, placesFor } from '../../domain/assistant/places.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'

const NONE: readonly Place[] = []

export function usePlaces(user: SessionUser, text: string): readonly Place[] {
  const [help, setHelp] = useState<HelpIndex | null>(null)
  const isAsked = text.trim() !== ''
  useEffect(() => {
    if (!isAsked || help !== null) return
    // Not kept on this device, and no network: the names of screens and settings remain.
    import('../../device/help-index.ts').then(({ HELP }) => setHelp(HELP)).catch(() => undefined)
  }, [isAsked, help])
  const role = roleOf(user)
  const places = useMemo(() => placesFor(role, help), [role, help])
  return useMemo(() => (isAsked ? places.find(text) : NONE), [places, isAsked, text])
}
