import { notifications } from '@mantine/notifications';
import { ErrorNotice } from './states.tsx';

/** Shows what went wrong with something the person has done; it stays until they close it. */
export function showProblem(error: unknown): void {
  notifications.show({ message: <ErrorNotice error={error} />, autoClose: false, withBorder: true, color: 'red' });
}
