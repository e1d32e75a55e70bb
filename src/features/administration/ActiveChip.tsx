/** 'Ativo' or 'Inativo' in a list. */
import { SoftChip } from '../../ui/SoftChip.tsx'

export function ActiveChip({ active }: { active: boolean }) {
  return <SoftChip color={active ? 'green' : 'gray'}>{active ? 'Ativo' : 'Inativo'}</SoftChip>
}
