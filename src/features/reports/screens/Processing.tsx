/** /relatorio-processamentos: docs/rules.md#report-processing */
import { Button, Checkbox } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { processingBinding } from '../../../contract/reports/processing.ts'
import { waitsForBroker } from '../../../domain/reports/processing.ts'
import { ReportScreen } from '../ReportScreen.tsx'
import type { ReportScreenProps, RowAction } from '../screen-props.ts'

/** With `assignBroker`, rows without a broker can be chosen, on any page, and given to one. */
export default function ProcessingScreen(props: ReportScreenProps) {
  const { assignBroker: AssignBroker } = props
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [assigning, setAssigning] = useState(false)
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const rowAction: RowAction = {
    table: 'processamentos',
    head: (refresh) => (
      <>
        <Button
          size="xs"
          leftSection={<IconUserPlus size={16} />}
          disabled={chosen.size === 0}
          onClick={() => setAssigning(true)}
        >
          Atribuir corretor{chosen.size === 0 ? '' : ` (${chosen.size})`}
        </Button>
        {assigning && AssignBroker !== undefined ? (
          <Suspense>
            <AssignBroker
              user={props.user}
              ids={[...chosen]}
              onDone={(changed) => {
                setAssigning(false)
                if (!changed) return
                setChosen(new Set())
                refresh()
              }}
            />
          </Suspense>
        ) : null}
      </>
    ),
    cell: (line) =>
      waitsForBroker(line) ? (
        <Checkbox
          aria-label={`Escolher ${line.id}`}
          checked={chosen.has(Number(line.id))}
          onChange={({ currentTarget }) => choose(Number(line.id), currentTarget.checked)}
        />
      ) : null,
  }
  return (
    <ReportScreen
      binding={processingBinding}
      {...props}
      {...(AssignBroker === undefined ? {} : { rowAction })}
    />
  )
}
