/** A platform event that partners can subscribe to; it is written in the transaction of the change it tells of. */
export interface PlatformEvent {
  partnerId: number;
  type: string;
  data: Record<string, unknown>;
}
