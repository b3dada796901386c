import{w as s,y as a}from"./chunk-MBQSNQ2M.js";var o=({status:t})=>a("span",{class:`state ${t.replace(/\W+/g,"-")}`,children:s.states[t]??t});export{o as a};
