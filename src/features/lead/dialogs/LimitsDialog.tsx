/** 'Prazos da lei' of one lead: what runs, how it was kept, 'Dispensar' and a new one. Works offline. docs/rules.md#obligations */
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { BeginDialog } from '../../../device/obligations/BeginDialog.tsx'
import { StateChip } from '../../../device/obligations/StateChip.tsx'
import { useLimitDialogs } from '../../../device/obligations/useLimitDialogs.tsx'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import { useCorrectedNow } from '../../../device/useCorrectedNow.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { lawCalendar } from '../../../domain/obligations/calendar.ts'
import { NO_LEGAL_ADVICE, OBLIGATION_KINDS } from '../../../domain/obligations/kinds.ts'
import { lawLead } from '../../../domain/obligations/law-lead.ts'
import { obligationKey, remainingWords, stateOn } from '../../../domain/obligations/obligation.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { settingsFrom } from '../../../domain/settings/settings.ts'
import { formatDay, saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { Dialog } from '../../../ui/Dialog.tsx'

interface LimitsDialogProps {
  readonly lead: Lead
  readonly user: SessionUser
  readonly opened: boolean
  readonly onClose: () => void
}

export function LimitsDialog({ lead, user, opened, onClose }: LimitsDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Prazos da lei · ${lead.client_name}`} size="lg">
      {opened ? <Limits lead={lead} user={user} onClose={onClose} /> : null}
    </Dialog>
  )
}

function Limits({ lead, user, onClose }: Omit<LimitsDialogProps, 'opened'>) {
  const catalogues = useCatalogues(user.id)
  const today = saoPauloDay(useCorrectedNow(user.id))
  const { ask, dialogs } = useLimitDialogs(user.id, today)
  const [begins, setBegins] = useState(false)
  const { business_hours: hours } = catalogues?.settings ?? settingsFrom([])
  const calendar = lawCalendar(hours)
  const subject = lawLead(lead)
  return (
    <Stack gap="md">
      {subject.limits.length === 0 ? <Text size="sm">Nenhum prazo da lei corre para este lead.</Text> : null}
      {subject.limits.map((limit) => {
        const { label, article, what, keep } = OBLIGATION_KINDS[limit.kind]
        return (
          <Group
            key={obligationKey(limit)}
            justify="space-between"
            gap="xs"
            role="group"
            aria-label={`${label} até ${formatDay(limit.until)}`}
          >
            <div style={{ flex: '1 1 260px', overflowWrap: 'anywhere' }}>
              <Group gap="xs">
                <Text fw={600} size="sm">
                  {label}
                </Text>
                <StateChip
                  state={stateOn(limit, today, calendar)}
                  words={remainingWords(limit, today, calendar)}
                />
              </Group>
              <Text size="xs" c="dimmed">
                De {formatDay(limit.since)} até {formatDay(limit.until)} · {article}
              </Text>
              <Text size="xs" c="dimmed">
                {what}
              </Text>
              {limit.note === '' ? null : <Text size="sm">{limit.note}</Text>}
            </div>
            <Group gap="xs">
              <Button variant="default" onClick={() => ask({ what: 'dismiss', lead: subject, limit })}>
                Dispensar
              </Button>
              <Button onClick={() => ask({ what: 'keep', lead: subject, limit })}>{keep.verb}</Button>
            </Group>
          </Group>
        )
      })}
      <Text size="xs" c="dimmed">
        {NO_LEGAL_ADVICE}
      </Text>
      <Group justify="space-between">
        <Button
          variant="light"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setBegins(true)}
        >
          Novo prazo
        </Button>
        <Button variant="default" onClick={onClose}>
          Fechar
        </Button>
      </Group>
      {dialogs}
      {begins ? (
        <BeginDialog
          leadUid={lead.uid}
          userId={user.id}
          today={today}
          hours={hours}
          onClose={() => setBegins(false)}
        />
      ) : null}
    </Stack>
  )
}
