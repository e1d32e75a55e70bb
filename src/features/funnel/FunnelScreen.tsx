/** /funnel-charts: twelve funnels of a user's own filters, the first one large. docs/rules.md#funnel */

import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { useScreenSetting } from '../../device/useScreenSetting.ts'
import { isBroker } from '../../domain/permissions/roles.ts'
import {
  created,
  type FunnelLayout,
  filled,
  firstLayout,
  removed,
  toMain,
} from '../../domain/reports/funnel-slots.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { Dates } from '../../ui/Dates.tsx'
import classes from './Funnel.module.css'
import { FunnelForm } from './FunnelForm.tsx'
import { FunnelSlot } from './FunnelSlot.tsx'
import { choicesOf } from './funnel-choices.ts'

interface FunnelScreenProps {
  readonly user: SessionUser
}

export function FunnelScreen({ user }: FunnelScreenProps) {
  const setting = useScreenSetting(user.id, 'funnel')
  const catalogues = useCatalogues(user.id)
  /** Shown before it is stored, and on a device whose disk is full. */
  const [changed, setChanged] = useState<FunnelLayout | null>(null)
  const [first] = useState(() =>
    firstLayout({ broker: isBroker(roleOf(user)) ? user.id : null, nowMs: Date.now() }),
  )
  const [seen, setSeen] = useState(setting.value)
  if (seen !== setting.value) {
    setSeen(setting.value)
    setChanged(null)
  }
  // The layout cannot be changed before the stored one is read: a change would overwrite it.
  if (setting.value === undefined) return null
  const layout = changed ?? setting.value ?? first
  const arrange = (next: FunnelLayout) => {
    setChanged(next)
    setting.save(next)
  }
  const choices = choicesOf(user, catalogues)
  const [main = { state: 'empty' as const }] = layout.slots
  return (
    <Dates>
      <section className={classes.root} aria-label="Funil de vendas">
        {/* The frame shows the title. */}
        <VisuallyHidden component="h1">Funil de vendas</VisuallyHidden>
        <FunnelForm
          slot={main}
          choices={choices}
          onSend={(filter) => arrange(filled(layout, filter))}
          onRemove={() => arrange(removed(layout))}
        />
        <div className={classes.grid}>
          {layout.slots.map((slot, index) => (
            <FunnelSlot
              // Slots have no name but their place.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              userId={user.id}
              slot={slot}
              number={index + 1}
              choices={choices}
              onChoose={() => arrange(toMain(layout, index))}
              onCreate={() => arrange(created(layout, index))}
            />
          ))}
        </div>
      </section>
    </Dates>
  )
}
