/** The day in São Paulo by the corrected clock, YYYY-MM-DD. */
import { saoPauloDay } from '../domain/time/sao-paulo.ts'
import { useCorrectedNow } from './useCorrectedNow.ts'

export const useToday = (userId: number): string => saoPauloDay(useCorrectedNow(userId))
