/** /relatorio-livro-de-propostas: docs/rules.md#report-sent-proposals */
import { Alert, Button, Select, Text } from '@mantine/core'
import { IconFileCertificate } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { proposalBookRoute, sentProposalsBinding } from '../../../contract/reports/sent-proposals.ts'
import { download } from '../../../device/download.ts'
import { notDownloadedWords } from '../../../device/download-words.ts'
import { failureWords, online } from '../../../device/online.ts'
import { bookName, lastMonthAt, monthAt } from '../../../domain/proposal-book/book.ts'
import { OWN_SIGNATURE } from '../../../domain/proposal-book/book-words.ts'
import { monthInWords, monthsBefore } from '../../../domain/time/calendar-months.ts'
import { AskForm } from '../../../ui/AskForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useNow } from '../../../ui/useNow.ts'
import { ReportScreen } from '../ReportScreen.tsx'
import type { ReportScreenProps } from '../screen-props.ts'

export default function SentProposalsScreen(props: ReportScreenProps) {
  return <ReportScreen binding={sentProposalsBinding} {...props} tools={<SignedBook />} />
}

/** Five years, and the present month. */
const MONTHS = 61

/** The latest first. */
function monthChoices(nowMs: number) {
  const present = monthAt(nowMs)
  return Array.from({ length: MONTHS }, (_, back) => {
    const month = monthsBefore(present, back)
    return { value: month, label: back === 0 ? `${monthInWords(month)} (até agora)` : monthInWords(month) }
  })
}

function SignedBook() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileCertificate size={16} />}
        onClick={() => setOpened(true)}
      >
        Baixar PDF assinado
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Livro do mês em PDF assinado">
        <BookForm onDone={() => setOpened(false)} />
      </Dialog>
    </>
  )
}

function BookForm({ onDone }: { readonly onDone: () => void }) {
  const now = useNow(60_000)
  const [month, setMonth] = useState(lastMonthAt(now))
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    setSaving(true)
    setProblem(null)
    const result = await online((token) => call(proposalBookRoute, { token, query: { month } }))
    setSaving(false)
    if (result.kind !== 'ok') return setProblem(failureWords(result, 'assinar o livro') ?? '')
    download(result.value, `${bookName(month)}.pdf`)
    onDone()
  }
  return (
    <AskForm
      onSubmit={() => void save()}
      note={
        problem === null ? null : (
          <Alert color="red" role="alert">
            {notDownloadedWords(problem)}
          </Alert>
        )
      }
      buttons={
        <Button type="submit" loading={saving}>
          Baixar
        </Button>
      }
    >
      <Select
        label="Mês"
        required
        searchable
        data={monthChoices(now)}
        value={month}
        onChange={(chosen) => setMonth(chosen ?? month)}
      />
      <Text size="sm" c="dimmed">
        {OWN_SIGNATURE} Quem recebe o arquivo o confere em /conferir, sem login.
      </Text>
    </AskForm>
  )
}
