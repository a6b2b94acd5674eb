import type { ExtensionSource } from "../../support/extensions.ts";

/** Ten lines, which import nothing. */
export const greetings: ExtensionSource = {
  id: "com.example/greetings",
  text: `/** Greets someone by name. */
export interface GreetRequest {
  method: "com.example/greet";
  params: { name: string; language?: string };
}
export interface GreetResult {
  /** What to say. */
  greeting: string;
}
`,
};

/** Requests in both directions, a gate, a subscription, another result of the core's, and settings. */
export const rooms: ExtensionSource = {
  id: "com.example/meeting-rooms",
  text: `import type {
  ContentBlock, EmptyResult as Nothing, JSONRPCRequest, JSONRPCNotification, Result,
} from "./spec.types.js";
export type Floor = "ground" | "first";
export interface Room {
  id: string;
  floor: Floor;
  /** What hangs on its door. */
  sign?: ContentBlock[];
  /** Rooms behind it. */
  inner?: Room[];
}
export interface RoomSettings { /** Seats at most. */ seats?: number }
export type GetRoomRequest = JSONRPCRequest & { method: "rooms/get"; params: { roomId: string } };
export type GetRoomResult = Result & { room: Room };
export interface BookRoomRequest { method: "rooms/book"; params: { roomId: string; from: string } }
export type BookRoomResult = Result & ({ booked: true; key: string } | { booked: false; reason: string });
export interface LeaveRoomRequest { method: "rooms/leave"; params: { roomId: string } }
/** Asks the client's user to open the door. */
export interface OpenDoorRequest { method: "rooms/openDoor"; params?: { knocks: number } }
export interface OpenDoorResult { opened: boolean }
export type RoomChangedNotification = JSONRPCNotification & {
  method: "notifications/rooms/changed"; params: { roomId: string; room?: Room };
};
export interface RoomFilter { roomIds?: string[] }
/** Where a tool has to wait for a room. */
export type WaitForRoomResult = Result & { resultType: "room"; roomId: string };
`,
  facts: {
    pages: "https://example.com/rooms",
    since: "2025-11-25",
    methods: {
      "rooms/get": {
        direction: "clientToServer",
        gated: true,
        name: "roomId",
        page: "get",
        description: "Finds a room.",
      },
      "rooms/book": { direction: "clientToServer", gated: true },
      "rooms/leave": { direction: "clientToServer", result: "EmptyResult" },
      "rooms/openDoor": { direction: "serverToClient", gated: true },
      "notifications/rooms/changed": {
        direction: "serverToClient",
        gated: true,
      },
    },
    results: {
      "tools/call": [
        {
          name: "WaitForRoomResult",
          when: { property: "resultType", value: "room" },
        },
      ],
    },
    widens: { SubscriptionFilter: "RoomFilter" },
    subscriptions: {
      "notifications/rooms/changed": { filter: "roomIds", param: "roomId" },
    },
    settings: "RoomSettings",
    descriptions: { Room: "A room that can be booked." },
  },
};
