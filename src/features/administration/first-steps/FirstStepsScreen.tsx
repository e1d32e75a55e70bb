/** 'Primeiros passos': from an empty installation to its first lead, in any order. docs/rules.md#first-steps */
import { Alert, Button, Group, Paper, Progress, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { FirstSteps } from '../../../contract/administration/first-steps.ts'
import { settings as readSettings } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import { MailedDialog } from '../../../device/MailedDialog.tsx'
import { FIRST_STEP_TITLES, type FirstStep, openSteps } from '../../../domain/first-steps/first-steps.ts'
import type { Mailed } from '../../../domain/mail/mailed.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import type { Settings } from '../../../domain/settings/settings.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useDialog } from '../../../ui/useDialog.ts'
import { CatalogueDialog } from '../CatalogueDialog.tsx'
import { partnerList } from '../lists/partners.tsx'
import { technicalTeamList } from '../lists/technical-teams.tsx'
import { UserDialog } from '../users/UserDialog.tsx'
import classes from './FirstSteps.module.css'
import { type RecordKind, StepBody } from './StepBody.tsx'
import { StepSection } from './StepSection.tsx'
import { headline, stepWords } from './step-words.ts'
import { type FirstStepsState, useFirstSteps } from './useFirstSteps.ts'

interface StepDialogsProps {
  readonly user: SessionUser
  /** null: none is open. */
  readonly kind: RecordKind | null
  readonly onClose: () => void
}

/** The dialogs of the records, and the link of an invitation that no mail brings. */
function StepDialogs({ user, kind, onClose }: StepDialogsProps) {
  const unsent = useDialog<Mailed>()
  return (
    <>
      {kind === 'team' ? (
        <CatalogueDialog user={user} list={technicalTeamList} row={null} onClose={onClose} />
      ) : null}
      {kind === 'partner' ? (
        <CatalogueDialog user={user} list={partnerList} row={null} onClose={onClose} />
      ) : null}
      {kind === 'broker' ? (
        <UserDialog actor={user} subject="new" onUnsent={unsent.open} onClose={onClose} />
      ) : null}
      {unsent.subject === null ? null : (
        <MailedDialog mail={unsent.subject} opened={unsent.opened} onClose={unsent.close} />
      )}
    </>
  )
}

export function FirstStepsScreen({ user }: { readonly user: SessionUser }) {
  const state = useFirstSteps(user)
  const settings = useLiveQuery(async () => readSettings(openMirror(user.id)), [user.id])
  const { value: steps } = state
  return (
    <section className={classes.root} aria-label="Primeiros passos">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Primeiros passos</VisuallyHidden>
      {steps !== undefined && settings !== undefined ? (
        <StepList user={user} state={state} steps={steps} settings={settings} />
      ) : state.problem !== null ? (
        <EmptyState
          drawing="broken"
          title="Não foi possível ver os primeiros passos"
          action={<Button onClick={state.refresh}>Tentar de novo</Button>}
        >
          {state.problem.words}
        </EmptyState>
      ) : (
        <Stack gap="md" aria-busy="true" role="status" aria-label="Carregando">
          <Skeleton height={96} />
          <Skeleton height={520} />
        </Stack>
      )}
    </section>
  )
}

interface StepListProps {
  readonly user: SessionUser
  readonly state: FirstStepsState
  readonly steps: FirstSteps
  readonly settings: Settings
}

/** The step after this one, else the first that is open. */
function nextOpen(steps: FirstSteps, after: FirstStep | null): FirstStep | null {
  const open = openSteps(steps.steps)
  const place = steps.steps.findIndex(({ step }) => step === after)
  const behind = steps.steps.slice(place + 1).find(({ state }) => state === 'open')
  return behind?.step ?? open.find((step) => step !== after) ?? null
}

function StepList({ user, state, steps, settings }: StepListProps) {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<FirstStep | null>(() => nextOpen(steps, null))
  const [seen, setSeen] = useState<readonly FirstStep[]>(opened === null ? [] : [opened])
  const [record, setRecord] = useState<RecordKind | null>(null)
  const { change, busy, changeProblem, problem } = state
  const done = steps.steps.filter((line) => line.state === 'done').length
  const open = openSteps(steps.steps)
  const [arrival, setArrival] = useState<FirstStep | null>(null)
  const show = (step: FirstStep | null, ledHere = false) => {
    setOpened(step)
    setArrival(ledHere ? step : null)
    if (step !== null) setSeen((before) => [...new Set([...before, step])])
  }
  const leave = async (step: FirstStep, later: boolean) => {
    if ((await change({ step, later })) && later) show(nextOpen(steps, step), true)
  }
  const conclude = async () => {
    if (await change({ offered: false })) await navigate({ to: '/' })
  }
  return (
    <Stack gap="md">
      <Paper withBorder p="lg" component="header">
        <Stack gap="sm">
          <div>
            <Text className={classes.headline}>{headline(done, open.length)}</Text>
            <Text c="dimmed" size="sm">
              Sete passos, em cerca de dez minutos e na ordem que quiser. O que ficar para depois espera aqui,
              e esta tela está sempre em Configurações.
            </Text>
          </div>
          <Group gap="sm" wrap="nowrap">
            <Progress
              value={(done / steps.steps.length) * 100}
              flex={1}
              size="sm"
              aria-label={`${done} de ${steps.steps.length} passos feitos`}
            />
            <Text size="sm" fw={600} aria-hidden>
              {done} de {steps.steps.length}
            </Text>
          </Group>
        </Stack>
      </Paper>
      {problem === null && changeProblem === null ? null : (
        <Alert color="red" role="alert">
          {changeProblem ?? problem?.words}
        </Alert>
      )}
      <Paper withBorder component="ol" className={classes.list}>
        {steps.steps.map((line, place) => {
          const { step } = line
          const isDone = line.state === 'done'
          const next = isDone ? nextOpen(steps, step) : null
          return (
            <StepSection
              key={step}
              line={line}
              place={place + 1}
              words={stepWords(step, isDone, steps)}
              opened={opened === step}
              wasOpened={seen.includes(step)}
              isArrival={arrival === step}
              onToggle={() => show(opened === step ? null : step)}
            >
              <Stack gap="md">
                <StepBody
                  step={step}
                  isDone={isDone}
                  steps={steps}
                  settings={settings}
                  onRecord={setRecord}
                  onMail={state.refresh}
                />
                <Group gap="xs">
                  {next === null ? null : (
                    <Button variant="light" onClick={() => show(next, true)}>
                      Continuar: {FIRST_STEP_TITLES[next]}
                    </Button>
                  )}
                  {isDone ? null : (
                    <Button
                      variant="subtle"
                      color="gray"
                      className={next === null ? (classes.leave ?? '') : ''}
                      disabled={busy}
                      onClick={() => void leave(step, line.state !== 'later')}
                    >
                      {line.state === 'later' ? 'Retomar' : 'Deixar para depois'}
                    </Button>
                  )}
                </Group>
              </Stack>
            </StepSection>
          )
        })}
      </Paper>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" flex="1 1 260px">
          {steps.offered
            ? 'Concluir tira os primeiros passos do Dashboard.'
            : 'Os primeiros passos estão concluídos e não aparecem mais no Dashboard.'}
        </Text>
        {steps.offered ? (
          <Button
            variant={open.length === 0 ? 'filled' : 'default'}
            loading={busy}
            onClick={() => void conclude()}
          >
            Concluir
          </Button>
        ) : null}
      </Group>
      <StepDialogs user={user} kind={record} onClose={() => setRecord(null)} />
    </Stack>
  )
}
