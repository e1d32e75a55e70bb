/** 'Calendário': the addresses by which a calendar reads the user's returns and deadlines. docs/rules.md#calendar */
import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { CalendarFeed } from '../../../contract/calendar.ts'
import { useCorrectedNow } from '../../../device/useCorrectedNow.ts'
import {
  alarmWords,
  CALENDAR_KIND_WORDS,
  CALENDAR_KINDS,
  type CalendarChoices,
  calendarChoicesSchema,
  NEW_CHOICES,
} from '../../../domain/calendar/choices.ts'
import { ageInWords, formatDate } from '../../../domain/time/sao-paulo.ts'
import { SubjectQuestion } from '../../../ui/ConfirmDialog.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { problemsOf } from '../../../ui/form-problems.ts'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import { useDialog } from '../../../ui/useDialog.ts'
import { ServerSection } from '../ServerSection.tsx'
import { FeedFields } from './FeedFields.tsx'
import { MadeFeedNotice } from './MadeFeedNotice.tsx'
import { useCalendarFeeds } from './useCalendarFeeds.ts'
import { CALENDAR_TEXT, CALENDAR_TITLE } from './words.ts'

const validate = (choices: CalendarChoices) => problemsOf(calendarChoicesSchema, choices)

/** Only what can be chosen: the form sends it as it is. */
const choicesOf = ({
  name,
  schedules,
  deadlines,
  renewals,
  names,
  alarm,
}: CalendarFeed): CalendarChoices => ({
  name,
  schedules,
  deadlines,
  renewals,
  names,
  alarm,
})

const shownWords = (feed: CalendarFeed) =>
  [
    ...CALENDAR_KINDS.filter((kind) => feed[kind]).map((kind) => CALENDAR_KIND_WORDS[kind]),
    feed.alarm === null ? 'sem alarme' : `alarme ${alarmWords(feed.alarm).toLowerCase()}`,
  ].join(' · ')

interface FeedLineProps {
  readonly feed: CalendarFeed
  readonly now: number
  readonly onChange: () => void
  readonly onRenew: () => void
  readonly onEnd: () => void
}

function FeedLine({ feed, now, onChange, onRenew, onEnd }: FeedLineProps) {
  const { name, names, created_at, last_used_at } = feed
  const use = last_used_at === null ? 'nunca lido' : `lido ${ageInWords(Date.parse(last_used_at), now)}`
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div style={{ minWidth: 0, flex: '1 1 240px' }}>
        <Group gap="xs">
          <Text fw={640} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {names ? <SoftChip color="yellow">Com nomes</SoftChip> : null}
        </Group>
        <Text size="sm" c="dimmed">
          {shownWords(feed)}
        </Text>
        <Text size="sm" c="dimmed">
          Feito em {formatDate(created_at)}, {use}
        </Text>
      </div>
      <Group gap="xs">
        <Button variant="default" size="xs" aria-label={`Alterar ${name}`} onClick={onChange}>
          Alterar
        </Button>
        <Button variant="default" size="xs" aria-label={`Renovar ${name}`} onClick={onRenew}>
          Renovar
        </Button>
        <Button variant="default" size="xs" aria-label={`Encerrar ${name}`} onClick={onEnd}>
          Encerrar
        </Button>
      </Group>
    </Group>
  )
}

export function CalendarSection({ userId }: { readonly userId: number }) {
  const { feeds, problem, made, busy, forget, create, change, renew, end } = useCalendarFeeds()
  /** null: none is open. */
  const [form, setForm] = useState<CalendarFeed | 'new' | null>(null)
  const renewing = useDialog<CalendarFeed>()
  const ending = useDialog<CalendarFeed>()
  const now = useCorrectedNow(userId)
  return (
    <ServerSection
      title={CALENDAR_TITLE}
      text={CALENDAR_TEXT}
      problem={problem}
      isLoading={feeds === null}
      dialogs={
        <>
          {form === null ? null : (
            <FormDialog<CalendarChoices>
              title={form === 'new' ? 'Novo endereço' : `Alterar ‘${form.name}’`}
              initial={form === 'new' ? NEW_CHOICES : choicesOf(form)}
              validate={validate}
              onSave={(choices) => (form === 'new' ? create(choices) : change(form.id, choices))}
              onClose={() => setForm(null)}
              saveLabel={form === 'new' ? 'Criar endereço' : 'Salvar'}
            >
              {(values) => <FeedFields form={values} />}
            </FormDialog>
          )}
          <SubjectQuestion
            dialog={renewing}
            onConfirm={(row) => void renew(row).then(renewing.close)}
            danger
            title={`Renovar ‘${renewing.subject?.name ?? ''}’?`}
            confirm="Renovar endereço"
            busy={busy}
          >
            O endereço atual deixa de valer na hora. O calendário só volta a ler com o novo.
          </SubjectQuestion>
          <SubjectQuestion
            dialog={ending}
            onConfirm={(row) => void end(row).then(ending.close)}
            danger
            title={`Encerrar ‘${ending.subject?.name ?? ''}’?`}
            confirm="Encerrar endereço"
            busy={busy}
          >
            O calendário não lê mais nada por ele. O que já leu pode ficar lá: remova a assinatura no
            calendário.
          </SubjectQuestion>
        </>
      }
    >
      {made === null ? null : <MadeFeedNotice key={made.url} made={made} onDone={forget} />}
      {feeds === null || feeds.length === 0 ? null : (
        <ul
          style={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 16 }}
          aria-label="Endereços"
        >
          {feeds.map((feed) => (
            <FeedLine
              key={feed.id}
              feed={feed}
              now={now}
              onChange={() => setForm(feed)}
              onRenew={() => renewing.open(feed)}
              onEnd={() => ending.open(feed)}
            />
          ))}
        </ul>
      )}
      {feeds === null ? null : (
        <Button
          variant="default"
          w="fit-content"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setForm('new')}
        >
          Novo endereço
        </Button>
      )}
    </ServerSection>
  )
}
