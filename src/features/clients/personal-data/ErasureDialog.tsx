/** Asks before the personal data of a client is erased, and shows what will be erased: docs/rules.md#personal-data */
import { Alert, List, Skeleton, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/List.layer.css'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import {
  type ErasureCounts,
  erasePersonalDataRoute,
  erasurePreviewRoute,
} from '../../../contract/personal-data.ts'
import { failureWords, online } from '../../../device/online.ts'
import { REASON_MISSING } from '../../../domain/client/legal-keep.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { notify } from '../../../ui/notify.ts'
import { nudgeSync } from '../../../workers/sync-bridge.ts'
import { type KeepAnswer, LegalKeepPart } from './LegalKeepPart.tsx'
import { MentionsPart, OutOfReach, UnfinishedSearch } from './MentionsPart.tsx'
import { erasureLines, openLeadsLine } from './personal-words.ts'
import { useMentions } from './useMentions.ts'

interface ErasureDialogProps {
  readonly client: { readonly id: number; readonly name: string }
  readonly onErased: () => void
  readonly onClose: () => void
}

const WHAT = 'apagar dados pessoais'
const UNFINISHED = 'Termine a busca ou marque que apaga sem ela'
/** The server may have erased before the connection broke. */
const NO_ANSWER =
  'Sem resposta do servidor. Tente de novo quando houver conexão: se os dados já foram apagados, nada mais muda.'

export function ErasureDialog({ client, onErased, onClose }: ErasureDialogProps) {
  const { id, name } = client
  const [counts, setCounts] = useState<ErasureCounts | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(true)
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<KeepAnswer>({ reason: '', keep: true })
  const [reasonProblem, setReasonProblem] = useState<string | null>(null)
  const [unfinished, setUnfinished] = useState<{ readonly agreed: boolean; readonly error: string | null }>({
    agreed: false,
    error: null,
  })
  const sales = counts?.kept_by_law ?? []
  const found = useMentions(id, counts !== null)
  const isUnfinished = counts !== null && !found.searching && !found.complete
  useEffect(() => {
    // Another number asks again.
    void attempt
    const stopped = new AbortController()
    const { signal } = stopped
    void online((token) => call(erasurePreviewRoute, { token, params: { id }, signal })).then((result) => {
      if (signal.aborted) return
      setBusy(false)
      if (result.kind === 'ok') setCounts(result.value)
      setProblem(failureWords(result, WHAT))
    })
    return () => stopped.abort()
  }, [id, attempt])
  const ask = () => {
    setBusy(true)
    setProblem(null)
    setAttempt(attempt + 1)
  }
  const erase = async () => {
    if (sales.length > 0 && answer.reason.trim() === '') return setReasonProblem(REASON_MISSING)
    if (isUnfinished && !unfinished.agreed) return setUnfinished({ agreed: false, error: UNFINISHED })
    setBusy(true)
    setProblem(null)
    const result = await online((token) =>
      call(erasePersonalDataRoute, { token, params: { id }, body: answer }),
    )
    setBusy(false)
    if (result.kind !== 'ok')
      return setProblem(result.kind === 'unreachable' ? NO_ANSWER : failureWords(result, WHAT))
    nudgeSync()
    notify.saved('Dados pessoais apagados')
    onErased()
  }
  // Nothing is erased before the question has shown what will be erased.
  const confirm = () => (counts === null ? ask() : void erase())
  return (
    <ConfirmDialog
      opened
      danger
      size="lg"
      title={`Apagar os dados pessoais de ${name}?`}
      confirm={counts === null && problem !== null ? 'Tentar de novo' : 'Apagar dados pessoais'}
      busy={busy || (counts !== null && (found.searching || found.blanking))}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap="sm">
        {counts === null ? null : <WhatGoes counts={counts} />}
        {sales.length === 0 ? null : (
          <LegalKeepPart
            sales={sales}
            answer={answer}
            error={reasonProblem}
            onChange={(next) => {
              setAnswer(next)
              setReasonProblem(null)
            }}
          />
        )}
        {counts === null ? null : <MentionsPart found={found} />}
        {isUnfinished ? (
          <UnfinishedSearch
            checked={unfinished.agreed}
            error={unfinished.error}
            onChange={(agreed) => setUnfinished({ agreed, error: null })}
          />
        ) : null}
        {counts === null ? null : <OutOfReach />}
        {counts === null && problem === null ? <Skeleton height={160} /> : null}
        {/* Beside the button that failed: what is above may be out of sight. */}
        {problem === null ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
      </Stack>
    </ConfirmDialog>
  )
}

function WhatGoes({ counts }: { counts: ErasureCounts }) {
  const open = openLeadsLine(counts)
  return (
    <>
      <div>
        <Text size="sm" fw={640}>
          O que será apagado
        </Text>
        <List size="sm" mt={4}>
          {erasureLines(counts).map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      </div>
      <Text size="sm">
        Ficam os números dos leads: datas, status, valores, corretor e número da proposta.
      </Text>
      {open === null ? null : (
        <Alert color="yellow" role="note">
          {open}
        </Alert>
      )}
      <Text size="sm">
        Vale para todos os aparelhos no próximo contato, também para o que ainda espera envio. Esta ação não
        pode ser desfeita.
      </Text>
    </>
  )
}
