// Prints the functions that a message passes on its way: `npm run walks`.
import { loadWalks } from "./bundle.js";

const { walks, printed } = await loadWalks();
for (const walk of await walks()) console.log(printed(walk));
