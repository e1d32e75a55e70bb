/** The last verifications that this device keeps: they open without a network. */
import { Button, Stack, Title } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { leadVerificationRoute } from '../../contract/lead-verification.ts'
import { answersOf } from '../../db/mirror/answers.ts'
import { openMirror } from '../../db/open.ts'
import type { Catalogues } from '../../device/useCatalogues.ts'
import { useClockOffset } from '../../device/useCorrectedNow.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'
import classes from './VerificationScreen.module.css'
import { cleanSearch, searchOfKept, type VerificationSearch } from './verification-search.ts'

interface KeptVerificationsProps {
  readonly userId: number
  readonly shown: VerificationSearch
  readonly catalogues: Catalogues | undefined
  readonly onChoose: (search: VerificationSearch) => void
}

const MOST = 12

export function KeptVerifications({ userId, shown, catalogues, onChoose }: KeptVerificationsProps) {
  const kept = useLiveQuery(async () => answersOf(openMirror(userId), leadVerificationRoute), [userId])
  const clockOffset = useClockOffset(userId)
  const current = JSON.stringify(cleanSearch(shown))
  const others = (kept ?? [])
    .flatMap(({ key, at, input }) => {
      const search = searchOfKept(input)
      return search === undefined ? [] : { key, at, search }
    })
    .filter(({ search }) => JSON.stringify(search) !== current)
    .slice(0, MOST)
  if (others.length === 0) return null
  const dealership = (code: string | undefined) =>
    [...(catalogues?.partnerRows.values() ?? [])].find(({ code_wf }) => code_wf === code)?.name ?? code
  const words = ({ concessionaria, proposta, indicador }: VerificationSearch) =>
    [dealership(concessionaria), proposta, indicador].filter((part) => part !== undefined).join(' · ')
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        Últimas verificações neste aparelho
      </Title>
      <ul className={classes.kept}>
        {others.map(({ key, at, search }) => (
          <li key={key}>
            <Button
              size="xs"
              variant="default"
              classNames={{ root: classes.choice ?? '', label: classes.words ?? '' }}
              onClick={() => onChoose(search)}
            >
              {words(search)} ({formatDateTime(at + clockOffset)})
            </Button>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
