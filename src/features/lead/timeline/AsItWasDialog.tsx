/** 'Como estava': the lead at a moment of its history, and fields that get their value of then. docs/rules.md#as-it-was */
import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { MOST_REASON } from '../../../commands/bring-back.ts'
import type { TimelineEntry } from '../../../contract/timeline.ts'
import type { OutboxRecord } from '../../../db/schema/records.ts'
import { FAILED, runCommandWithToast } from '../../../device/run-command-with-toast.ts'
import { useCorrectedClock } from '../../../device/useCorrectedNow.ts'
import type { Client } from '../../../domain/client/client.ts'
import { asItWas, type Difference, differences, isBroughtBack } from '../../../domain/lead/as-it-was.ts'
import { flatRow } from '../../../domain/lead/conflicts.ts'
import { fieldLabel, fieldValue, type Names } from '../../../domain/lead/field-words.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { bringBackProblem } from '../../../domain/lead/lifecycle-problems.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { MINUTE_MS } from '../../../domain/time/durations.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { AskForm } from '../../../ui/AskForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useTypedInDialog } from '../../../ui/leaving/useLayer.ts'
import { useOnce } from '../../../ui/useOnce.ts'
import { MomentField } from '../form/MomentField.tsx'
import classes from './AsItWasDialog.module.css'
import { bringingBack } from './bring-back.ts'
import { entryAt, writtenAfter } from './moments.ts'
import { isShownField } from './timeline-lines.ts'

interface AsItWasProps {
  readonly lead: Lead
  readonly client: Client | null
  readonly user: SessionUser
  readonly names: Names
  /** The latest first. */
  readonly entries: readonly TimelineEntry[]
  readonly waiting: readonly OutboxRecord[]
}

interface AsItWasDialogProps extends AsItWasProps {
  /** The entry after which the lead is shown first. Null: closed. */
  readonly entry: TimelineEntry | null
  readonly opened: boolean
  readonly onClose: () => void
}

export function AsItWasDialog({ entry, opened, onClose, ...rest }: AsItWasDialogProps) {
  const title = `Lead ${rest.lead.id ?? 'Nº pendente'} · como estava`
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="lg">
      {entry === null ? null : <AsItWas key={entry.id} first={entry} onClose={onClose} {...rest} />}
    </Dialog>
  )
}

function AsItWas({
  lead,
  client,
  user,
  names,
  entries,
  waiting,
  first,
  onClose,
}: AsItWasProps & { readonly first: TimelineEntry; readonly onClose: () => void }) {
  const nowMs = useCorrectedClock(user.id)
  const [moment, setMoment] = useState<string | null>(first.received_at)
  const [touched, setTouched] = useState<ReadonlySet<string> | null>(null)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const once = useOnce()
  const cancel = useTypedInDialog(reason.trim() !== '' || (touched?.size ?? 0) > 0)

  // The field shows minutes: the entry's own seconds count while nobody has chosen another moment.
  const entry =
    moment === first.received_at
      ? first
      : moment === null
        ? null
        : entryAt(entries, Date.parse(moment) + MINUTE_MS - 1)
  const now = flatRow(lead, client)
  const past = entry === null ? null : asItWas(now, writtenAfter(entries, entry, waiting))
  const changed = past === null ? [] : differences(now, past).filter(({ field }) => isShownField(field))
  const locked = bringBackProblem(lead, user)?.message ?? null
  const offered = locked === null ? changed.filter(({ field }) => isBroughtBack(field)) : []
  // The only field that can come back is what the user wants.
  const given = touched ?? new Set(offered.length === 1 ? offered.map(({ field }) => field) : [])
  const chosen = offered.filter(({ field }) => given.has(field))

  const choose = (fields: readonly string[], isChosen: boolean) => {
    setProblem(null)
    setTouched(new Set([...given].filter((field) => !fields.includes(field)).concat(isChosen ? fields : [])))
  }
  const bring = async () => {
    if (entry === null) return
    const asked = bringingBack({ lead, client, user, chosen, reason, asOf: entry.received_at })
    if (asked.kind === 'problem') return setProblem(asked.message)
    const done =
      chosen.length === 1 ? 'Um campo voltou ao que era' : `${chosen.length} campos voltaram ao que eram`
    if (await runCommandWithToast(user.id, 'lead.bringBack', asked.args, { done, failed: FAILED })) onClose()
  }
  return (
    <AskForm
      onSubmit={() => void once(bring)}
      buttons={
        <>
          <Button variant="default" onClick={cancel}>
            Fechar
          </Button>
          {offered.length === 0 ? null : (
            <Button type="submit">Trazer de volta{chosen.length === 0 ? '' : ` (${chosen.length})`}</Button>
          )}
        </>
      }
    >
      <Stack gap="sm">
        <MomentField
          label="Como estava em"
          value={moment}
          onChange={setMoment}
          nowMs={nowMs}
          offersNow={false}
        />
        <Text size="sm" c="dimmed" role="status">
          {entry === null
            ? moment === null
              ? 'Informe a data e a hora.'
              : 'Este aparelho não tem o histórico de antes desta data.'
            : wordsOf(entry, changed.length, entry === entries[0])}
        </Text>
        {past?.isOfAnotherClient === true ? (
          <Text size="sm">
            Nesta data o lead era de outro cliente. Os dados do cliente não são mostrados.
          </Text>
        ) : null}
        {offered.length > 1 ? (
          <Checkbox
            label={`Todos os campos que voltam (${offered.length})`}
            checked={chosen.length === offered.length}
            indeterminate={chosen.length > 0 && chosen.length < offered.length}
            onChange={(event) =>
              choose(
                offered.map(({ field }) => field),
                event.currentTarget.checked,
              )
            }
          />
        ) : null}
        {changed.length === 0 ? null : (
          <ul className={classes.list} aria-label="O que mudou depois">
            {changed.map((each) => (
              <Field
                key={each.field}
                {...each}
                names={names}
                chosen={offered.includes(each) ? given.has(each.field) : null}
                onChoose={(isChosen) => choose([each.field], isChosen)}
              />
            ))}
          </ul>
        )}
        {locked === null || changed.length === 0 ? null : <Text size="sm">{locked}</Text>}
        {offered.length === 0 ? null : (
          <Textarea
            label="Motivo"
            withAsterisk
            description="Fica no histórico, com seu nome."
            rows={2}
            maxLength={MOST_REASON}
            value={reason}
            error={problem}
            onChange={(event) => {
              setReason(event.currentTarget.value)
              setProblem(null)
            }}
          />
        )}
      </Stack>
    </AskForm>
  )
}

function wordsOf(entry: TimelineEntry, changed: number, isLatest: boolean): string {
  const when = formatDateTime(entry.received_at)
  if (changed === 0 && isLatest)
    return `Esta é a última mudança, de ${when}: o lead está assim agora. Escolha uma data anterior.`
  if (changed === 0) return `Nada mudou desde ${when}.`
  return changed === 1 ? `Um campo mudou depois de ${when}.` : `${changed} campos mudaram depois de ${when}.`
}

interface FieldProps extends Difference {
  readonly names: Names
  /** Null: it can't be brought back. */
  readonly chosen: boolean | null
  readonly onChoose: (chosen: boolean) => void
}

function Field({ field, was, now, names, chosen, onChoose }: FieldProps) {
  const label = fieldLabel(field)
  return (
    <li className={classes.field}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        {chosen === null ? (
          <span className={classes.label}>{label}</span>
        ) : (
          <Checkbox
            label={label}
            checked={chosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        )}
      </Group>
      <dl className={classes.values}>
        <div>
          <dt>Então</dt>
          <dd>{fieldValue(field, was, names)}</dd>
        </div>
        <div>
          <dt>Agora</dt>
          <dd>{fieldValue(field, now, names)}</dd>
        </div>
      </dl>
    </li>
  )
}
